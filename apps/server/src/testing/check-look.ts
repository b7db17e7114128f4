import { expect } from "vitest";
import type { Page } from "playwright-core";
import { findViolations } from "./chromium.ts";

// What enters is still invisible in the frame before its transition begins.
const hasEntered = `document.querySelector("[data-entering], [data-exiting]") === null`;

// A cursor blinks without an end, so only transitions are waited for.
const endTransitions = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)
)`;

// A dialog lies above the page and does not make it wider.
const dialogIsCut = `[...document.querySelectorAll("[role=dialog]")].some(
  (dialog) => dialog.getBoundingClientRect().right > innerWidth
)`;

/** Whether the page can be used in both themes, on a screen and on a telephone. */
export async function checkLook(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1200, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      // A colour on its way from one theme to the other belongs to neither.
      await page.waitForFunction(hasEntered);
      await page.evaluate(endTransitions);
      const place = `${page.url()} ${colorScheme} ${width}`;
      expect(await findViolations(page), place).toEqual([]);
      const scrolls = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect(scrolls, place).toBe(false);
      expect(await page.evaluate(dialogIsCut), place).toBe(false);
    }
  }
}
