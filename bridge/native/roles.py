"""What a class of Android is to a person, in a word. Pure: data, and one lookup."""

from __future__ import annotations

_ROLES = {
    "Button": "button",
    "ImageButton": "button",
    "FloatingActionButton": "button",
    "Chip": "button",
    "TextView": "text",
    "CheckedTextView": "text",
    "Chronometer": "text",
    "TextClock": "text",
    "EditText": "field",
    "AutoCompleteTextView": "field",
    "MultiAutoCompleteTextView": "field",
    "SearchView": "field",
    "CheckBox": "checkbox",
    "Switch": "switch",
    "SwitchCompat": "switch",
    "ToggleButton": "switch",
    "RadioButton": "radio",
    "Spinner": "select",
    "SeekBar": "slider",
    "RatingBar": "slider",
    "ProgressBar": "progress",
    "ImageView": "image",
    "Image": "image",
    "ListView": "list",
    "RecyclerView": "list",
    "GridView": "list",
    "ScrollView": "list",
    "NestedScrollView": "list",
    "HorizontalScrollView": "list",
    "ViewPager": "list",
    "ViewPager2": "list",
    "TabWidget": "tabs",
    "TabLayout": "tabs",
    "WebView": "webview",
    "Toolbar": "toolbar",
    "VideoView": "video",
    "SurfaceView": "picture",
    "TextureView": "picture",
}
_ENDS = (("Button", "button"), ("EditText", "field"), ("TextView", "text"), ("ImageView", "image"))


def role_of(class_name: str) -> str:
    """Return the role of a class; `group` for one that says nothing to a person."""
    name = class_name.rpartition(".")[2].rpartition("$")[2]
    if name in _ROLES:
        return _ROLES[name]
    return next((role for end, role in _ENDS if name.endswith(end)), "group")
