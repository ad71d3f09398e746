import re

from handheld_desktop import readme


def test_the_tools_and_the_screen_in_the_readme_are_those_of_the_program():
    page = readme.PATH.read_text(encoding="utf-8")
    assert page == readme.written(page), "run: .venv/bin/python -m handheld_desktop.readme"


def test_what_the_readme_links_to_exists():
    page = readme.PATH.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"]\(([^)#]+)", page) if "://" not in link]
    assert len(links) >= 5
    assert [link for link in links if not (readme.PATH.parent / link).exists()] == []
