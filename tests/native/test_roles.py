"""Roles of classes."""

import pytest

from bridge.native.roles import role_of


@pytest.mark.parametrize(
    ("class_name", "role"),
    [
        ("android.widget.EditText", "field"),
        ("EditText", "field"),
        ("android.app.ActionBar$Tab", "group"),
        ("com.x.MyImageView", "image"),
        ("androidx.viewpager2.widget.ViewPager2", "list"),
        ("android.webkit.WebView", "webview"),
        ("", "group"),
    ],
)
def test_a_class_has_a_role(class_name: str, role: str) -> None:
    assert role_of(class_name) == role
