"""Tools for native screens: what lies beside the page, and other apps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bridge.errors import UsageFault
from bridge.native import apps, hand, measure
from bridge.native import scroll as scrolling
from bridge.native.elements import find
from bridge.native.gesture import STROKE_MS, Direction, Point
from bridge.native.intent import intent
from bridge.native.render import line
from bridge.native.screen import Screen
from bridge.native.shot import screenshot
from bridge.settings import MOST_PICTURE
from bridge.tools.piece import Piece, PieceOrPoint
from bridge.tools.spec import Args, Effect, Picture, Result, Surface, Tool, tool

LIMIT = 60
"""Seconds of one call: a tree takes up to twenty, and acts look before and after."""


class TreeArgs(Args):
    """Arguments of `phone_tree`."""

    grep: str | None = None
    full: bool = False


@tool(Surface.PHONE, Effect.READ, family="native", seconds=LIMIT)
async def phone_tree(screen: Screen, args: TreeArgs) -> Result:
    """Read the native screen: a line per element with role, label, [uid], place, state."""
    look = await screen.look()
    return Result(look.text(grep=args.grep, full=args.full), data=look.as_json(), untrusted=True)


class FindArgs(Args):
    """Arguments of `phone_find`."""

    text: Annotated[str, Field(min_length=1)]


@tool(Surface.PHONE, Effect.READ, family="native", seconds=LIMIT)
async def phone_find(screen: Screen, args: FindArgs) -> Result:
    """Find elements of the native screen by their words; gives their uids."""
    look = await screen.look()
    found = find(look.elements, args.text)
    lines = [line(each, look.view).strip() for each in found]
    rows = [look.row(each) for each in found]
    return Result("\n".join(lines) or "nothing says that", data={"found": rows}, untrusted=True)


class TapArgs(PieceOrPoint):
    """Arguments of `phone_tap`."""

    hold_ms: Annotated[int, Field(ge=0, le=5000)] = 0
    count: Annotated[int, Field(ge=1, le=3)] = 1
    observe: bool = True


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT)
async def phone_tap(screen: Screen, args: TapArgs) -> Result:
    """Tap or hold what a uid or text names, or a point of the last picture; shows what followed."""
    if args.hold_ms and args.count > 1:
        raise UsageFault("BAD_ARGUMENTS", "a long press is one: leave count or hold_ms out")
    did = await hand.tap(
        screen, args.spot(), hold_ms=args.hold_ms, count=args.count, observe=args.observe
    )
    return Result(did.text(), data=did.as_json(), untrusted=True)


class SwipeArgs(Args):
    """Arguments of `phone_swipe`."""

    direction: Literal["up", "down", "left", "right"] | None = None
    from_x: Annotated[int | None, Field(ge=0)] = None
    from_y: Annotated[int | None, Field(ge=0)] = None
    to_x: Annotated[int | None, Field(ge=0)] = None
    to_y: Annotated[int | None, Field(ge=0)] = None
    duration_ms: Annotated[int, Field(ge=20, le=10_000)] = STROKE_MS
    observe: bool = True


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT)
async def phone_swipe(screen: Screen, args: SwipeArgs) -> Result:
    """Swipe to show what lies in a direction, or between two points of the last picture."""
    ends = (args.from_x, args.from_y, args.to_x, args.to_y)
    if args.direction is not None and ends == (None,) * 4:
        path: Direction | tuple[Point, Point] = args.direction
    elif args.direction is None and None not in ends:
        x1, y1, x2, y2 = (each or 0 for each in ends)
        path = ((x1, y1), (x2, y2))
    else:
        raise UsageFault("BAD_ARGUMENTS", "give direction, or all of from_x, from_y, to_x, to_y")
    did = await hand.swipe(screen, path, ms=args.duration_ms, observe=args.observe)
    return Result(did.text(), data=did.as_json(), untrusted=True)


class ScrollArgs(Piece):
    """Arguments of `phone_scroll`."""

    direction: Literal["up", "down", "left", "right"] = "down"
    until: Annotated[str | None, Field(min_length=1)] = None


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=180)
async def phone_scroll(screen: Screen, args: ScrollArgs) -> Result:
    """Scroll the native screen (or a list in it) once, or until something says a text."""
    did = await scrolling.scroll(screen, args.direction, inside=args.piece(), until=args.until)
    return Result(did.text(), data=did.as_json(), untrusted=True)


class WaitArgs(Args):
    """Arguments of `phone_wait`."""

    text: Annotated[str, Field(min_length=1)]
    state: Literal["visible", "gone"] = "visible"
    timeout_ms: Annotated[int, Field(ge=0, le=120_000)] = 15_000


@tool(Surface.PHONE, Effect.READ, family="native", locks=False)
async def phone_wait(screen: Screen, args: WaitArgs) -> Result:
    """Wait until an element of the native screen says a text, or is gone."""
    seconds = args.timeout_ms / 1000
    look = await scrolling.wait(screen, args.text, gone=args.state == "gone", seconds=seconds)
    return Result(
        f"{args.text!r} is {args.state}\n{look.text(max_bytes=hand.BUDGET)}",
        data=look.as_json(),
        untrusted=True,
    )


class AppArgs(Args):
    """Arguments of `phone_app`."""

    action: Literal["list", "launch", "relaunch", "stop"]
    package: str | None = None
    observe: bool = True


def _lists(args: AppArgs) -> bool:
    return args.action == "list"


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT, looks=_lists)
async def phone_app(screen: Screen, args: AppArgs) -> Result:
    """List the apps, start one, start it anew, or end it."""
    if args.action == "list":
        names = await apps.listed(screen.device)
        return Result("\n".join(names) or "no app", data={"apps": names}, untrusted=True)
    if args.package is None:
        raise UsageFault("BAD_ARGUMENTS", "name the app: give package")
    if args.action == "stop":
        did = await apps.stop(screen, args.package, observe=args.observe)
    else:
        anew = args.action == "relaunch"
        did = await apps.start(screen, args.package, anew=anew, observe=args.observe)
    return Result(did.text(), data=did.as_json(), untrusted=True)


class IntentArgs(Args):
    """Arguments of `phone_intent`."""

    action: Annotated[str, Field(min_length=1)]
    data_uri: str = ""
    component: str = ""
    observe: bool = True


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT)
async def phone_intent(screen: Screen, args: IntentArgs) -> Result:
    """Have Android start an activity, such as action=android.settings.WIFI_SETTINGS."""
    wanted = intent(args.action, args.data_uri, args.component)
    did = await apps.send(screen, wanted, observe=args.observe)
    return Result(did.text(), data=did.as_json(), untrusted=True)


@tool(Surface.PHONE, Effect.READ, family="native", seconds=LIMIT)
async def phone_measure(screen: Screen, args: Piece) -> Result:
    """Measure an element of the native screen: size in dp, neighbours, gaps; or all that is off."""
    spot = args.piece()
    numbered = spot is not None and spot.uid is not None
    look = screen.quoted() if numbered else await screen.look()
    if spot is None:
        found = measure.warnings(look)
        lines = measure.sentences(found)
        return Result(
            "\n".join(lines) or "nothing is wrong with how the elements lie",
            data={"warnings": lines},
            untrusted=True,
        )
    told = measure.measured(look, look.find(spot))
    lines = [f"{name}: {value}" for name, value in told.items() if value]
    return Result("\n".join(lines), data=told, untrusted=True)


class InfoArgs(Args):
    """No arguments."""


@tool(Surface.PHONE, Effect.READ, family="native")
async def phone_info(screen: Screen, args: InfoArgs) -> Result:
    """Tell the phone's model, Android, screen, user, and what is in front."""
    del args
    facts, front = await screen.device.facts(), await screen.front()
    told = {
        "serial": screen.device.serial,
        "model": facts.model,
        "android": facts.android,
        "sdk": facts.sdk,
        "width": facts.screen.width,
        "height": facts.screen.height,
        "density": facts.screen.density,
        "awake": facts.screen.awake,
        "locked": facts.screen.locked,
        "user": facts.user,
        "chrome": facts.chrome.version,
        "front": front.words,
    }
    lines = [f"{name}: {value}" for name, value in told.items() if value is not None]
    return Result("\n".join(lines), data=told, untrusted=True)


class BackArgs(Args):
    """Arguments of `phone_back`."""

    observe: bool = True


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT)
async def phone_back(screen: Screen, args: BackArgs) -> Result:
    """Press back; fails when the screen does not move."""
    did = await hand.back(screen, observe=args.observe)
    return Result(did.text(), data=did.as_json(), untrusted=True)


class KeyArgs(Args):
    """Arguments of `phone_key`."""

    keys: Annotated[str, Field(min_length=1, max_length=200)]
    repeat: Annotated[int, Field(ge=1, le=50)] = 1
    observe: bool = True


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT)
async def phone_key(screen: Screen, args: KeyArgs) -> Result:
    """Press the phone's keys, one or several with commas: wake, home, back, enter, delete."""
    names = [each.strip() for each in args.keys.split(",")]
    did = await hand.press(screen, names, repeat=args.repeat, observe=args.observe)
    return Result(did.text(), data=did.as_json(), untrusted=True)


class TypeArgs(Args):
    """Arguments of `phone_type`."""

    text: Annotated[str, Field(max_length=2000)]
    submit: bool = False
    observe: bool = True


@tool(Surface.PHONE, Effect.ACT, family="native", seconds=LIMIT)
async def phone_type(screen: Screen, args: TypeArgs) -> Result:
    """Type into the field of the native screen that has the focus; submit presses Enter."""
    did = await hand.type_text(screen, args.text, submit=args.submit, observe=args.observe)
    return Result(did.text(), data=did.as_json(), untrusted=True)


class ScreenshotArgs(Args):
    """Arguments of `phone_screenshot`."""

    format: Literal["jpeg", "png"] = "jpeg"
    max_side: Annotated[int | None, Field(ge=64, le=4000)] = None


@tool(Surface.PHONE, Effect.READ, family="native", seconds=LIMIT)
async def phone_screenshot(screen: Screen, args: ScreenshotArgs) -> Result:
    """Take a picture of the phone's whole screen."""
    shot = await screenshot(
        screen, kind=args.format, max_side=args.max_side, max_bytes=MOST_PICTURE
    )
    return Result(
        shot.sentence,
        pictures=(Picture(shot.image.data, shot.image.mime),),
        data={
            "width": shot.image.width,
            "height": shot.image.height,
            "device_px_per_px": shot.shown.scale,
        },
    )


TOOLS: tuple[Tool, ...] = (
    phone_tree,
    phone_find,
    phone_tap,
    phone_swipe,
    phone_scroll,
    phone_wait,
    phone_app,
    phone_intent,
    phone_info,
    phone_measure,
    phone_back,
    phone_key,
    phone_type,
    phone_screenshot,
)
