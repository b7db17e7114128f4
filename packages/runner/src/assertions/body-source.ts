import { isSameJson } from "@lintel/json/same";
import { nothing } from "../values/nothing.ts";
import { readOne, type Source } from "./source.types.ts";

export const bodySource: Source = {
  name: "body",
  summary:
    "The whole body: as text if the expected value is a text or missing, else as JSON if it is JSON.",
  example: { source: "body", operator: "contains", expected: "Thank you" },
  needs: null,
  label: () => "body",
  prepare: (_place, use) => (response, expected) => {
    const isText =
      use.expected !== "type" && (expected === undefined || typeof expected === "string");
    const json = isText ? nothing : response.readJson();
    return readOne(json === nothing ? response.readText() : json);
  },
  equals: isSameJson,
};
