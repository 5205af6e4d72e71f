// Playwright's library through the relay: opens a page, taps, looks. Args: endpoint, address.
import { chromium } from "playwright-core";

const [endpoint, address] = process.argv.slice(2);
const browser = await chromium.connectOverCDP(endpoint);
const context = browser.contexts()[0];
const before = context.pages().map((page) => page.url());
const page = await context.newPage();
await page.goto(address);
await page.getByRole("button").first().click();
await page.waitForFunction(() => document.title === "tapped");
const picture = await page.screenshot();
let popup = "";
if (process.argv[4]) {
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate((url) => void window.open(url), process.argv[4]),
  ]);
  await opened.waitForLoadState();
  popup = await opened.title();
  await opened.close();
}
console.log(JSON.stringify({ before, title: await page.title(), picture: picture.length, popup }));
await page.close();
await browser.close();
