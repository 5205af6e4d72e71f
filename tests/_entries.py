"""Entries of the sites file, good and bad, for properties."""

import string

from hypothesis import strategies as st

LABEL = st.text(string.ascii_lowercase + string.digits + "-_", min_size=1, max_size=8)
STARRED = st.text(string.ascii_lowercase + "*", min_size=1, max_size=6)
HOST = st.lists(st.one_of(LABEL, LABEL, STARRED, st.just("*"), st.just("www")), max_size=4)
PATH = st.text(string.ascii_letters + "/%.*?&;=#\\ü61", max_size=20)
ENTRY = st.one_of(
    st.text(max_size=40),
    st.builds("{}{}{}{}".format, st.sampled_from(["", "http://", "only:", "*://"]),
              HOST.map(".".join), st.sampled_from(["", ":81", ":443"]), PATH.map("/{}".format)),
)  # fmt: skip
