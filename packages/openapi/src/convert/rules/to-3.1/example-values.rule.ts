import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

const names = ["dataValue", "serializedValue"];

export const exampleValues: ConversionRule = {
  code: "EXAMPLE_VALUES",
  summary: "An example's data, or else its text, is its value before 3.2.",
  spec: "OpenAPI 3.2 §4.19 Example Object",
  kinds: ["example"],
  down: {
    watches: names,
    severity: "info",
    message: "An example of OpenAPI 3.1 has one value, of data or of text.",
    apply(object) {
      const first = Object.keys(object).find((name) => names.includes(name));
      if (first === undefined) return object;
      const isValued = Object.hasOwn(object, "value") || Object.hasOwn(object, "externalValue");
      const text = memberOf(object, "serializedValue");
      const value = Object.hasOwn(object, "dataValue") ? object["dataValue"] : text;
      const edits = { dataValue: undefined, serializedValue: undefined };
      return editMembers(object, isValued ? edits : { ...edits, value }, first);
    },
  },
  examples: [
    {
      newer: { summary: "s", dataValue: [1], serializedValue: "1" },
      older: { summary: "s", value: [1] },
      ways: "down",
    },
    { newer: { serializedValue: "1" }, older: { value: "1" }, ways: "down" },
    {
      newer: { externalValue: "/a", dataValue: null },
      older: { externalValue: "/a" },
      ways: "down",
    },
  ],
};
