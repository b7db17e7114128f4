import type { Assertion, Extraction } from "@lintel/contract/shapes/test-case";

/** What the operator compares with: nothing, one value, or a list of values. */
type Form = "none" | "one" | "list";

interface OperatorWords {
  readonly name: string;
  readonly form: Form;
}

const operatorWords: Readonly<Record<Assertion["operator"], OperatorWords>> = {
  equals: { name: "equals", form: "one" },
  notEquals: { name: "does not equal", form: "one" },
  greaterThan: { name: "is greater than", form: "one" },
  greaterOrEqual: { name: "is at least", form: "one" },
  lessThan: { name: "is less than", form: "one" },
  lessOrEqual: { name: "is at most", form: "one" },
  between: { name: "is between", form: "list" },
  contains: { name: "contains", form: "one" },
  notContains: { name: "does not contain", form: "one" },
  startsWith: { name: "starts with", form: "one" },
  endsWith: { name: "ends with", form: "one" },
  matches: { name: "matches", form: "one" },
  notMatches: { name: "does not match", form: "one" },
  in: { name: "is one of", form: "list" },
  notIn: { name: "is none of", form: "list" },
  exists: { name: "exists", form: "none" },
  notExists: { name: "does not exist", form: "none" },
  isEmpty: { name: "is empty", form: "none" },
  isNotEmpty: { name: "is not empty", form: "none" },
  isType: { name: "has the type", form: "one" },
  hasLength: { name: "has the length", form: "one" },
};

const sourceNames: Readonly<Record<Assertion["source"], string>> = {
  status: "Status",
  header: "Header",
  jsonPath: "JSONPath",
  body: "Body",
  duration: "Duration",
};

const extractionNames: Readonly<Record<Extraction["source"], string>> = {
  jsonPath: "JSONPath",
  header: "Header",
  body: "Body",
  status: "Status",
};

const toChoices = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, name]) => ({ value, name }));

export const sourceChoices = toChoices(sourceNames);
export const extractionChoices = toChoices(extractionNames);
export const operatorChoices = (
  Object.entries(operatorWords) as [Assertion["operator"], OperatorWords][]
).map(([value, { name }]) => ({ value, name }));

export const formOf = (operator: Assertion["operator"]): Form => operatorWords[operator].form;
