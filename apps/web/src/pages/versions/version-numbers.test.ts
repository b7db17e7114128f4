import { expect, it } from "vitest";
import { neededNumber, nextNumber } from "./version-numbers.ts";

it("counts the part that the changes require", () => {
  expect(nextNumber("1.2.5", "patch")).toBe("1.2.6");
  expect(nextNumber("1.2.5", "minor")).toBe("1.3.0");
  expect(nextNumber("1.2.5+build", "major")).toBe("2.0.0");
  expect(nextNumber("2.0.0-rc.1", "major")).toBe("2.0.0");
  expect(nextNumber("1.3.0-rc.1", "minor")).toBe("1.3.0");
  expect(nextNumber("2026-01", "minor")).toBeNull();
});

it("names the number that a version needs, and nothing where its own is high enough", () => {
  expect(neededNumber("1.1.0", "1.0.0", "major")).toBe("2.0.0");
  expect(neededNumber("2.0.0", "1.0.0", "major")).toBeNull();
  expect(neededNumber("1.0.1", "1.0.0", "minor")).toBe("1.1.0");
  expect(neededNumber("1.10.0", "1.9.0", "minor")).toBeNull();
  expect(neededNumber("0.2.0", "0.1.0", "major")).toBeNull();
  expect(neededNumber("spring", "1.0.0", "major")).toBeNull();
  expect(neededNumber("1.0.0", "1.0.0", "none")).toBeNull();
});
