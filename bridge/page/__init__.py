"""A Chrome tab: the page bundle, reading, touching, typing, capturing."""
