"""Native screens: what lies beside the page, read and acted on through adb alone."""
