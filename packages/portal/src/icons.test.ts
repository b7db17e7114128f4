import { expect, test } from "vitest";
import { iconNames, writeIcon } from "./icons.ts";
import { writeSidebar } from "./sidebar.ts";

test.each(["📘", "⚙️", "❤", "👩‍💻", "🇸🇪", " 🚀 "])("an emoji is shown unchanged: %s", (icon) => {
  expect(writeIcon(icon)?.text).toBe(`<span class="icon" aria-hidden="true">${icon.trim()}</span>`);
});

test("a name selects a drawing, which needs neither colour nor script", () => {
  expect(iconNames.length).toBeGreaterThan(30);
  for (const name of iconNames) {
    const { text = "" } = writeIcon(name) ?? {};
    expect(text, name).toMatch(
      /^<svg class="icon"[^>]* aria-hidden="true"><path d="[MmLlHhVvAaCcSsZz\d .-]+" \/><\/svg>$/,
    );
  }
  expect(writeIcon("Book")).toEqual(writeIcon("book"));
});

test.each(["", "unknown", "__proto__", "constructor", "1", "#", "📘📘", "<svg>", "a".repeat(60)])(
  "no icon is shown for %j",
  (icon) => {
    expect(writeIcon(icon)).toBeNull();
  },
);

test("the sidebar has icons for pages and folders, but not for operations", () => {
  const item = { href: "/a", icon: "book", isCurrent: false, children: [] };
  const html = writeSidebar([
    { ...item, title: "Folder", href: null, icon: "📘", children: [{ ...item, title: "Page" }] },
    { ...item, title: "Call", method: "get" },
  ]).text;
  expect(html.match(/class="icon"/g)).toHaveLength(2);
  expect(html).toContain('<span class="icon" aria-hidden="true">📘</span>Folder');
});
