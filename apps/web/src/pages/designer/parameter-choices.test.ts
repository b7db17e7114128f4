import { expect, it } from "vitest";
import { describeType } from "./parameter-choices.ts";

it.each([
  [{ type: "int" }, "int (unknown)"],
  [{ $ref: "#/components/schemas/Color" }, "Color"],
  [{ oneOf: [] }, "any"],
  [{ type: ["string", "integer"] }, "several"],
  [null, "–"],
])("describes %j as %s", (schema, text) => {
  expect(describeType(schema)).toBe(text);
});
