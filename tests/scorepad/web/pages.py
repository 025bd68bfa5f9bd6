"""Reading a page as a visitor does: the rows of its score sheet, and its text."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input", "img", "col"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)

    def __iter__(self):
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child

    def all(self, tag: str, **wanted: str) -> list["Element"]:
        return [
            element
            for element in self
            if element.tag == tag and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str, **wanted: str) -> "Element":
        (found,) = self.all(tag, **wanted)
        return found

    @property
    def text(self) -> str:
        """What is read out: text, and the labels of drawings."""
        said = [
            child if isinstance(child, str) else child.attributes.get("aria-label") or child.text
            for child in self.children
        ]
        return " ".join(" ".join(said).split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attributes})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attributes}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"</{tag}> closes what it did not open"

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(content: bytes) -> Element:
    """The page as a tree; a page whose tags do not nest is refused."""
    reader = _Reader()
    reader.feed(content.decode())
    assert len(reader.open) == 1, f"never closed: {[element.tag for element in reader.open[1:]]}"
    return reader.open[0]


@dataclass(frozen=True)
class Side:
    ovals: str | None
    names: str
    points: str
    running: str


def sides(page: Element, number: int) -> dict[str, Side]:
    """What one row of the pad says of each side."""
    red, red_running, _, white_running, white = page.one("tr", id=f"round-{number}").children
    return {"red": _side(red, red_running), "white": _side(white, white_running)}


def _side(cell: Element, running: Element) -> Side:
    drawn = cell.all("svg")
    texts = {element.attributes["class"]: element.text for element in cell.all("span") if "class" in element.attributes}
    return Side(drawn[0].attributes["aria-label"] if drawn else None, texts["nm"], texts["pts"], running.text)
