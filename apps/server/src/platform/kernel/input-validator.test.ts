import { describe, expect, it } from "vitest";
import { allOperations, operations as declared } from "@lintel/contract/catalog";
import { Problem } from "../problem.ts";
import { createInputValidator } from "./input-validator.ts";

const operations = allOperations.map((operation) => [operation.name, operation] as const);

describe.each(operations)("the input of %s", (_, operation) => {
  const validator = createInputValidator(operation);
  const nothing = { nobody: "knows this field" };

  it("can be checked, and has no field that is not declared", () => {
    expect(() => validator.fromFields(nothing)).toThrow(Problem);
    expect(() => validator.fromWire({ texts: {}, body: nothing })).toThrow(Problem);
    expect(() => validator.fromWire({ texts: nothing, body: undefined })).toThrow(Problem);
  });
});

describe("a number in an address", () => {
  const validator = createInputValidator(declared.listSuites);
  const projectId = "01a20001-0000-7000-8000-000000000001";
  const read = (take: string) =>
    validator.fromWire({ texts: { projectId, take }, body: undefined });

  it.each(["5", "0", "007"])("is %j", (text) => {
    expect(read(text)).toMatchObject({ take: Number(text) });
  });

  it.each([" ", "", "0x10", " 5", "5 ", "1e", "five", "-1", "1.5", "Infinity", "٣"])(
    "is not %j, and that is said once",
    (text) => {
      let problem: unknown;
      try {
        read(text);
      } catch (error) {
        problem = error;
      }
      expect(problem).toMatchObject({ members: { errors: [{ field: "take" }] } });
      expect((problem as Problem).members["errors"]).toHaveLength(1);
    },
  );
});
