import { expect } from "vitest";
import type { Page } from "playwright-core";
import { findViolations } from "./chromium.ts";

/** Whether the page can be used in both themes, on a screen and on a telephone. */
export async function checkLook(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1200, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const place = `${page.url()} ${colorScheme} ${width}`;
      expect(await findViolations(page), place).toEqual([]);
      const scrolls = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      expect(scrolls, place).toBe(false);
    }
  }
}
