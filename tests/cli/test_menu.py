import pytest

from boardkit.cli.menu import ActionMenu, NotInMenu

LABELS = ["Play 3", "Play 13", "Lay the mountain", "Pass", "Ｐｌａｙ ４", "山を出す"]


@pytest.fixture
def menu() -> ActionMenu:
    return ActionMenu(LABELS, page=10)


def numbers(menu: ActionMenu) -> list[int]:
    return [int(line.split()[0]) for line in menu.lines()[1:]]


def test_shows_all_actions_numbered_from_one(menu):
    assert menu.lines() == ["Actions: 6", *(f"{place}  {label}" for place, label in enumerate(LABELS, 1))]


@pytest.mark.parametrize("typed", ["3", " 3 ", "+3", "03", "３"])
def test_a_number_chooses(menu, typed):
    assert menu.answer(typed) == 2


@pytest.mark.parametrize("typed", ["0", "7", "-1", "99999999999999999999", "９９", "9" * 5000])
def test_a_number_that_is_not_there_is_refused_in_one_line(menu, typed):
    with pytest.raises(NotInMenu, match="1 to 6") as refusal:
        menu.answer(typed)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 120


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("play", [1, 2, 5]),
        ("PLAY", [1, 2, 5]),
        ("the lay", [3]),
        ("/3", [1, 2]),
        ("/ 13", [2]),
        ("山", [6]),
        ("ｐａｓｓ", [4]),
    ],
)
def test_words_find_actions_under_their_own_numbers(menu, typed, found):
    assert menu.answer(typed) is None
    assert numbers(menu) == found
    assert menu.lines()[0].startswith("Actions with ")


def test_all_numbers_count_while_a_part_is_shown(menu):
    menu.answer("pass")
    assert menu.answer("1") == 0


def test_words_that_no_action_has_leave_the_screen_as_it_is(menu):
    menu.answer("play")
    with pytest.raises(NotInMenu, match="no action has 'xyzzy' in it"):
        menu.answer("xyzzy")
    assert numbers(menu) == [1, 2, 5]


def test_nothing_shows_all_again(menu):
    menu.answer("play")
    assert menu.answer("") is None
    assert numbers(menu) == [1, 2, 3, 4, 5, 6]


def test_a_long_list_comes_page_by_page():
    menu = ActionMenu([f"Play {n}" for n in range(1, 26)], page=10)
    assert menu.lines()[0] == "Actions 1 to 10 of 25; Enter shows more"
    assert menu.lines()[1] == " 1  Play 1"
    pages = [numbers(menu)]
    for _ in range(3):
        assert menu.answer("") is None
        pages.append(numbers(menu))
    assert pages == [[*range(1, 11)], [*range(11, 21)], [*range(21, 26)], [*range(1, 11)]]
    assert menu.answer("25") == 24


def test_what_was_found_comes_page_by_page_too():
    menu = ActionMenu([f"Play {n}" for n in range(1, 31)], page=5)
    menu.answer("/2")
    assert numbers(menu) == [2, 12, 20, 21, 22]
    menu.answer("")
    assert numbers(menu) == [23, 24, 25, 26, 27]


def test_speaks_japanese():
    menu = ActionMenu(LABELS, page=10, language="ja")
    assert menu.lines()[0] == "選べる行動：6"
    with pytest.raises(NotInMenu, match="行動 '7' はありません"):
        menu.answer("7")
