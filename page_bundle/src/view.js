// The tab as it lies on the screen: title, visibility, viewports.
import { documentElement, facts, layout } from "./dom.js";

/** CSS px: the visual viewport, where it lies, and the page around it. */
export function viewport() {
  const view = window.visualViewport;
  const root = documentElement(document);
  const page = root ? layout(root) : null;
  return {
    width: view?.width ?? innerWidth,
    height: view?.height ?? innerHeight,
    scale: view?.scale ?? 1,
    left: view?.offsetLeft ?? 0,
    top: view?.offsetTop ?? 0,
    page_left: view?.pageLeft ?? scrollX,
    page_top: view?.pageTop ?? scrollY,
    layout_width: innerWidth,
    layout_height: innerHeight,
    page_width: page?.scrollWidth ?? innerWidth,
    page_height: page?.scrollHeight ?? innerHeight,
    dpr: devicePixelRatio,
  };
}

/** What the site answered the document with; 0 where nobody knows, as of one that was not fetched. */
function status() {
  const [load] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (load)?.responseStatus ?? 0;
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  where() {
    const { title, visibility, focused } = facts(document);
    return { title, visibility, focused, status: status(), viewport: viewport() };
  },
};
