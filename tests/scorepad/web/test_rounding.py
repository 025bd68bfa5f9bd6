"""Numbers are rounded as people round them, and written as the reader's language writes them."""

from django.utils import translation

from scorepad.web.rounding import grouped, rounded, signed


def test_a_half_is_rounded_up_and_thousands_stand_apart_only_where_something_is_counted():
    assert [grouped(value, places) for value, places in ((-0.125, 1), (1234.5, 1), (32.5, 0), (2.675, 2))] == [
        "−0.1",
        "1,234.5",
        "33",
        "2.68",
    ]
    assert [rounded(value) for value in (1500.5, 1234.4, -0.4)] == ["1501", "1234", "0"]
    with translation.override("de"):
        assert (grouped(1234.5, 1), rounded(1234.5, 1)) == ("1.234,5", "1234,5")


def test_a_change_has_its_sign_and_nothing_has_none():
    assert [signed(value) for value in (12.5, -12.5, 0.4, -0.4)] == ["+13", "−13", "±0", "±0"]
    assert [signed(value, 1, apart=True) for value in (12.25, -0.04, -3)] == ["+ 12.3", "+ 0.0", "− 3.0"]
