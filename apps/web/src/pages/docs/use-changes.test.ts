import { expect, it } from "vitest";
import { compareFiles } from "./use-changes.ts";

it("lists files that were added, changed and removed by path, and leaves out equal ones", () => {
  const before = [
    { path: "same.md", digest: "1" },
    { path: "old.md", digest: "2" },
    { path: "edited.md", digest: "3" },
  ];
  const after = [
    { path: "same.md", digest: "1" },
    { path: "edited.md", digest: "4" },
    { path: "new.md", digest: "5" },
  ];
  expect(compareFiles(before, after)).toEqual([
    { path: "edited.md", kind: "changed" },
    { path: "new.md", kind: "added" },
    { path: "old.md", kind: "removed" },
  ]);
});
