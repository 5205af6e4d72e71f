"""Failures that people met with tools like this one, each with the tests that hold it off here.

A number that has gone was a case of native screens, or one that another covers.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CASES: dict[int, tuple[str, ...]] = {
    # a tap lands beside a page that was panned
    1: (
        "cases/test_location.py::test_a_zoomed_page_is_hit_wherever_it_was_panned_to",
        "page/test_touch.py::test_a_pinched_and_panned_page_is_hit",
    ),
    # a fixed control lies below what is seen
    2: (
        "cases/test_location.py::test_a_fixed_control_outside_of_the_visual_viewport_is_hit",
        "page/test_touch.py::test_a_fixed_bar_below_the_visual_viewport_is_hit",
    ),
    # a page without a viewport of its own
    3: ("cases/test_location.py::test_a_page_that_is_not_as_wide_as_the_phone_is_hit",),
    # another session left its metrics behind
    5: (
        "cases/test_metrics.py::test_under_another_session_s_metrics_a_tap_lands_or_is_refused",
        "page/test_touch.py::test_a_displaced_touch_is_noticed",
    ),
    # the offset of a frame is counted twice, or not at all
    6: (
        "cases/test_location.py::test_a_button_in_a_frame_at_300_300_is_read_and_hit",
        "page/test_frames_oracle.py::test_a_tap_lands_on_its_button_in_any_nest_of_frames",
    ),
    # what lies over a frame hides what is in it
    9: ("cases/test_location.py::test_what_lies_over_a_frame_covers_what_is_in_it",),
    # a bar takes the tap after scrolling
    10: ("cases/test_location.py::test_every_link_of_a_list_under_a_bar_is_hit",),
    # a closed shadow root is not seen
    12: (
        "page/test_shadow.py::test_what_lies_in_a_closed_root_is_read_found_tapped_and_filled",
        "page/test_shadow.py::test_the_page_cannot_tell_that_its_roots_were_opened",
    ),
    # a frame that looks like a button is not read
    13: ("cases/test_location.py::test_a_button_in_a_frame_at_300_300_is_read_and_hit",),
    # instructions that nobody sees reach the model
    15: (
        "cases/test_reading.py::test_words_that_no_person_sees_are_not_told",
        "cases/test_reading.py::test_words_that_are_seen_are_told_however_they_are_drawn",
        "tools/test_hostile_page.py::test_text_that_nobody_sees_is_not_read",
    ),
    # success is reported and nothing happened
    16: (
        "cases/test_acting.py::test_what_a_person_could_not_tap_is_refused_with_the_reason",
        "cases/test_acting.py::test_what_only_looks_shut_is_tapped",
    ),
    # the target moves between being found and being touched
    17: (
        "cases/test_acting.py::test_what_moves_is_hit_where_it_comes_to_rest",
        "cases/test_acting.py::test_a_banner_that_comes_in_between_takes_no_tap_unsaid",
        "cases/test_acting.py::test_what_the_page_draws_anew_while_it_is_sought_is_found_again",
    ),
    # a tap wants emulation that an attached browser has not
    18: ("page/test_touch.py::test_no_emulation_is_needed",),
    # editors lose the text, or take it twice
    19: (
        "cases/test_acting.py::test_an_editor_holds_the_text_once",
        "page/test_keyboard.py::test_an_editor_with_its_own_model_takes_the_text_once",
        "page/test_fill_oracle.py::test_the_page_holds_what_was_filled_in",
    ),
    # a choice is not made, or leaves a picker open
    21: (
        "cases/test_acting.py::test_an_option_is_chosen_and_no_picker_is_left_open",
        "cases/test_acting.py::test_what_a_person_could_not_choose_is_refused",
    ),
    # the target lies under the soft keyboard
    22: (
        "page/test_softkeys.py::test_a_target_under_it_is_scrolled_free",
        "page/test_softkeys.py::test_one_that_cannot_be_scrolled_is_refused_by_its_reason",
    ),
    # an upload kills the page, or its path cannot be read on the phone
    23: (
        "page/test_upload.py::test_a_button_that_asks_for_a_file_gets_it_without_a_chooser",
        "page/test_upload.py::test_a_file_that_chrome_may_not_read_is_taken_out_again",
    ),
    # nobody knows where a download went, or what it may be called
    24: (
        "page/test_download.py::test_downloads_are_listed_and_fetched_by_number",
        "page/test_download.py::test_a_file_is_called_by_its_header_its_link_or_its_address",
    ),
    # a dialog freezes every call, or stays known after it is gone
    27: (
        "cases/test_dialogs_tabs.py::test_a_confirm_out_of_a_timer_is_told_at_once_and_answered",
        "cases/test_dialogs_tabs.py::test_a_page_that_leaves_under_its_dialog_leaves_none_behind",
        "cases/test_dialogs_tabs.py::"
        "test_a_popup_that_held_both_pages_up_before_anybody_heard_is_closed",
        "cases/test_dialogs_tabs.py::test_a_choice_that_raises_an_alert_is_not_said_to_have_failed",
    ),
    # one sleeping tab hangs the list
    28: (
        "page/test_browser.py::test_listing_touches_no_tab",
        "page/test_browser.py::test_a_tab_that_does_not_answer_is_told_by_its_number_and_let_go",
    ),
    # a new tab is called by a number that nobody knows
    29: (
        "cdp/test_targets.py::"
        "test_a_decimal_answer_is_mapped_to_the_new_page_without_opener_at_that_address",
    ),
    # pings kill the link; large answers do not fit
    30: (
        "cdp/test_connection.py::test_pings_are_not_sent_so_that_old_chromes_keep_the_link",
        "cdp/test_connection.py::test_an_answer_of_six_megabytes_passes",
    ),
    # a second client fights the first
    31: (
        "tools/test_owners.py::test_others_read_and_their_acts_are_refused",
        "e2e/test_processes.py::test_two_agents_a_shell_and_a_person_on_one_phone",
    ),
    # another adb is killed; one phone is there twice
    32: (
        "cases/test_connection.py::test_an_adb_server_of_another_version_is_never_told_to_end",
        "cases/test_connection.py::"
        "test_of_a_phone_that_is_there_twice_the_row_that_is_ready_counts",
    ),
    # ways to a blocked site: led there, spelled oddly, beside the agent's own commands
    **dict.fromkeys(
        (34, 35, 37, 38),
        ("gate/test_table.py::test_all_ways_of_every_family_end_as_chromium_itself_tells",),
    ),
    40: (
        "gate/test_apart.py::test_a_frame_in_another_process_and_one_inside_of_it_are_stopped",
        "gate/test_inherit.py::test_what_a_blocked_page_opens_is_blocked_and_not_listed",
        "gate/test_moments.py::test_a_page_that_turns_blocked_under_a_tool_gives_nothing_away",
    ),
    # what we ask ourselves reaches the blocked host, or tells of it
    41: (
        "tools/test_tabs.py::test_a_blocked_tab_is_neither_listed_nor_matched",
        "tools/test_hostile_page.py::test_a_blocked_frame_is_grey_in_a_picture",
        "page/test_navigate.py::test_back_to_a_site_that_is_blocked_by_now_is_not_even_sent",
        "page/test_download.py::test_a_blocked_site_is_never_asked",
    ),
    # redaction that tears other text apart, or misses a place
    43: (
        "secrets/test_known.py::test_short_values_refs_and_words_of_ours_tear_no_text_apart",
        "e2e/test_canary.py::test_no_byte_of_a_secret_leaves",
    ),
}


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@pytest.mark.parametrize("case", sorted(CASES))
def test_the_tests_of_a_case_are_there(case: int) -> None:
    for named in CASES[case]:
        path, _, name = named.partition("::")
        assert name in names_in(path), named
