import { expect, it } from "vitest";
import { shownColumns, toggleColumn } from "./hidden-columns.ts";
import { isSameSearch, keptSearch, shownSearch } from "./view-search.ts";

it("keeps of an address what belongs to the list", () => {
  const search = { q: "", sort: "-severity", announce: true, other: "x" };
  expect(keptSearch("findings", search)).toEqual({ q: "", sort: "-severity" });
  expect(shownSearch("findings", { q: "new" })).toEqual({
    q: "new",
    sort: undefined,
    hide: undefined,
  });
});

it("compares what two views show", () => {
  expect(isSameSearch({ q: "a" }, { q: "a" })).toBe(true);
  expect(isSameSearch({ q: "a" }, { q: "a", hide: "seen" })).toBe(false);
  expect(isSameSearch({}, { q: "a" })).toBe(false);
});

it("hides and shows columns, and never the one with the link", () => {
  const columns = [{ name: "Finding" }, { name: "Seen" }, { name: "Days left" }];
  const hide = toggleColumn(toggleColumn(undefined, "Seen"), "Days left");
  expect(hide).toBe("days left,seen");
  expect(shownColumns(columns, hide)).toEqual([{ name: "Finding" }]);
  expect(shownColumns(columns, "finding")).toEqual(columns);
  expect(toggleColumn(toggleColumn(hide, "Seen"), "Days left")).toBeUndefined();
});
