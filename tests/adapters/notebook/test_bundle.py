"""The page's modules joined into one, and its style sheets for a shadow tree."""

from pathlib import Path

import pytest

from fourfold.adapters.notebook.bundle import BundleError, join_modules, join_sheets

SOURCE = Path(__file__).parents[3] / "src" / "fourfold"
STATIC = SOURCE / "web" / "static"


def write(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "main.js"


def test_modules_come_in_the_order_of_their_imports_and_once(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        main='import { b } from "./b.js";\nimport {\n  a as other,\n  c,\n} from "./a.js";\n'
        "export default b(other, c);\n",
        a="export const a = 1;\nconst own = 2;\nexport function c() { return own; }\n",
        b='import { a } from "./a.js";\n// export nothing\nexport const b = (x) => x + a;\n',
    )
    assert join_modules(entry) == (
        "// a.js\nconst module_0 = (() => {\nconst a = 1;\nconst own = 2;\n"
        "function c() { return own; }\n\nreturn { a, c };\n})();\n"
        "// b.js\nconst module_1 = (() => {\nconst { a } = module_0;\n// export nothing\n"
        "const b = (x) => x + a;\n\nreturn { b };\n})();\n"
        "// main.js\nconst { b } = module_1;\nconst { a: other, c } = module_0;\n"
        "export default b(other, c);\n"
    )


@pytest.mark.parametrize(
    "form",
    [
        'import * as all from "./b.js";\n',
        'import "./b.js";\n',
        "export default 1;\n",
        "export let changing = 1;\n",
        'export * from "./b.js";\n',
        'const late = () => import("./b.js");\n',
    ],
)
def test_other_forms_are_refused(tmp_path: Path, form: str) -> None:
    entry = write(tmp_path, main='import { a } from "./a.js";\n', a=form, b="export const b = 1;\n")
    with pytest.raises(BundleError, match=r"a\.js has .* cannot be joined"):
        join_modules(entry)


def test_circles_are_refused(tmp_path: Path) -> None:
    entry = write(
        tmp_path, main='import { a } from "./a.js";\n', a='import { a } from "./main.js";\n'
    )
    with pytest.raises(BundleError, match=r"main\.js -> a\.js -> main\.js"):
        join_modules(entry)


def test_the_widget_has_the_page_s_own_board() -> None:
    joined = join_modules(SOURCE / "adapters" / "notebook" / "widget.js")
    for name in ("board", "chips", "ghosts", "marks", "motion", "pieces", "plate"):
        source = (STATIC / "board" / f"{name}.js").read_text("utf-8")
        (longest,) = sorted(source.splitlines(), key=len)[-1:]
        assert f"// {name}.js\n" in joined
        assert longest.removeprefix("export ") in joined
    assert joined.count("export ") == 1


def test_the_root_is_the_host_of_the_shadow_tree(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.css"
    sheet.write_text(':root,\n[data-theme] { }\n:root[data-a="b"][data-c] .d, .e { }\n')
    assert join_sheets([sheet, sheet]) == "\n".join(
        [':host,\n[data-theme] { }\n:host([data-a="b"][data-c]) .d, .e { }\n'] * 2
    )
