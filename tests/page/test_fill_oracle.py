"""What a page itself holds 0.3 s after a fill, by its own script and never by our reading back.

Every field feeds a model of the page's own, as applications do; the model is the judge.
"""

from collections.abc import Mapping

import pytest

from bridge.page import keyboard
from tests.page._act import Stage

LATER_MS = 300

PAGE = """
<style>label{display:block} [contenteditable]{min-height:30px;border:1px solid}</style>
<script>
window.state = {}; window.inputs = {};
const take = (name, value) => {
  state[name] = value;
  inputs[name] = (inputs[name] ?? 0) + 1;
};
</script>
<form onsubmit="return false">
BODY
</form>
"""

PLAIN = "<label>Field <input id=n TYPE></label><script>n.oninput=()=>take('f',n.value)</script>"

CONTROLLED = """<label>Field <input id=n></label><script>
// React's way: the element's own property is watched, an input that it shows already is no change,
// and after each event the model is drawn back
const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
let tracked = '', model = 'from the server';
Object.defineProperty(n, 'value', {configurable: true,
  get() { return own.get.call(this) }, set(v) { tracked = '' + v; own.set.call(this, v) }});
const draw = () => { if (own.get.call(n) !== model) n.value = model };
draw();
document.addEventListener('input', e => {
  const now = own.get.call(n);
  if (now === tracked) return;
  tracked = now;
  model = now;
  take('f', model);
  queueMicrotask(draw);
});
</script>"""

SHADOW = """<x-field></x-field><script>
customElements.define('x-field', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({mode: 'open'});
    root.innerHTML = '<label>Field <input></label>';
    root.querySelector('input').addEventListener('input', e =>
      this.dispatchEvent(new CustomEvent('value', {detail: e.target.value})));
  }
});
document.querySelector('x-field').addEventListener('value', e => take('f', e.detail));
</script>"""

EDITOR = """<div id=n contenteditable role=textbox aria-label=Field></div><script>
// an editor with a model: it lets the browser change nothing, and draws from the model
let model = 'old text';
const draw = () => {
  const p = document.createElement('p');
  p.append(model || document.createElement('br'));
  n.replaceChildren(p);
  getSelection().selectAllChildren(p); getSelection().collapseToEnd();
};
draw();
n.addEventListener('beforeinput', e => {
  e.preventDefault();
  const all = getSelection().toString() === model;
  const kept = all ? '' : model;
  if (e.inputType.startsWith('insert')) model = kept + (e.data ?? '');
  else model = all ? '' : model.slice(0, -1);
  setTimeout(() => { draw(); take('f', model) }, LATE);
});
</script>"""

TEXT = "Grüße, 世界 👍"


def plain(kind: str, more: str = "") -> str:
    return PLAIN.replace("TYPE", f"type={kind} {more}")


CASES: Mapping[str, tuple[str, str]] = {
    "plain": (plain("text", "value=old"), TEXT),
    "search": (plain("search"), TEXT),
    "password": (plain("password"), TEXT),
    "email": (plain("email", "value=old@x.test"), "new@shop.test"),
    "area": ("<textarea id=n aria-label=Field oninput=take('f',this.value)>old</textarea>", TEXT),
    "controlled": (CONTROLLED, TEXT),
    "shadow": (SHADOW, TEXT),
    "editor that draws on beforeinput": (EDITOR.replace("LATE", "0"), TEXT),
    "editor that commits late": (EDITOR.replace("LATE", "180"), TEXT),
    "bare editor": (
        "<div id=n contenteditable role=textbox aria-label=Field"
        " oninput=take('f',this.innerText.trim())>old <b>text</b></div>",
        TEXT,
    ),
    "date": (plain("date", "value=2020-01-02"), "2026-11-30"),
    "time": (plain("time"), "17:45"),
    "local time": (plain("datetime-local"), "2026-11-30T17:45"),
    "month": (plain("month"), "2026-11"),
    "week": (plain("week"), "2026-W49"),
    "colour": (plain("color", "value=#000000"), "#12ab9f"),
    "range": (plain("range", "min=0 max=50 step=5"), "35"),
    "number": (plain("number", "value=7"), "-12.5"),
}


@pytest.mark.parametrize("name", CASES)
async def test_the_page_holds_what_was_filled_in(act_stage: Stage, name: str) -> None:
    body, value = CASES[name]
    tab = await act_stage.show(PAGE.replace("BODY", body))
    await keyboard.fill(tab, {"label": "Field"}, value=value)
    held = await act_stage.run(
        f"new Promise(done=>setTimeout(()=>done([state.f,inputs.f]),{LATER_MS}))"
    )
    assert held == [value, 1]


@pytest.mark.parametrize("name", ["plain", "controlled", "shadow", "date", "number"])
async def test_a_second_value_takes_the_place_of_the_first(act_stage: Stage, name: str) -> None:
    body, value = CASES[name]
    other = {"date": "2001-02-03", "number": "42"}.get(name, "other words")
    tab = await act_stage.show(PAGE.replace("BODY", body))
    for each in (other, value):
        await keyboard.fill(tab, {"label": "Field"}, value=each)
    held = await act_stage.run(f"new Promise(done=>setTimeout(()=>done(state.f),{LATER_MS}))")
    assert held == value
