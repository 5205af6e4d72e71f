// Playwright's library on the virtual phone's Chromium, told what to do line by line.
//
// In: {"do": name, "args": {…}} a line. Out: {"ms": …} or {"error": …} a line. Only the library's own call is timed,
// in this process. The page is in a context of its own: over CDP nothing else takes touches.
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [endpoint] = process.argv.slice(2);
const browser = await chromium.connectOverCDP(endpoint);
const context = await browser.newContext({
  hasTouch: true,
  isMobile: true,
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 2.625,
});
const page = await context.newPage();

/** @type {Record<string, (args: any) => Promise<unknown>>} */
const ways = {
  snapshot: () => page.ariaSnapshot({ mode: "ai" }),
  find: ({ text }) => page.getByText(text).count(),
  text: () => page.locator("body").innerText(),
  tap: ({ label }) => page.getByLabel(label).tap(),
  fill: ({ label, value }) => page.getByLabel(label).fill(value),
  key: ({ key }) => page.keyboard.press(key),
  select: ({ label, option }) => page.getByLabel(label).selectOption({ label: option }),
  scroll: ({ direction }) => page.mouse.wheel(0, direction === "down" ? 700 : -700),
  wait: ({ text }) => page.getByText(text).first().waitFor(),
  screenshot: () => page.screenshot({ type: "jpeg", quality: 80, scale: "css" }),
  navigate: ({ url }) => page.goto(url),
};

console.log(JSON.stringify({ ready: true }));
for await (const line of createInterface({ input: process.stdin })) {
  const { do: what, args } = JSON.parse(line);
  try {
    const began = performance.now();
    const value = await ways[what](args);
    const ms = performance.now() - began;
    console.log(JSON.stringify({ ms, bytes: typeof value === "string" ? Buffer.byteLength(value) : 0 }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error).split("\n")[0] }));
  }
}
await context.close();
await browser.close();
