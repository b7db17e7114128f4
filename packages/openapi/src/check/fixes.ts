import { endpointMethods } from "@lintel/contract/words/design";
import { childOf, readPointer, writePointer } from "@lintel/json/pointer";
import { isObject, memberOf, textOf, type Json, type JsonObject } from "@lintel/json/value";
import type { DocumentSource } from "../parse/parse-document.ts";
import { insertMember, replaceToken, type TextEdit } from "./edit-text.ts";

/** A finding as a fix sees it. */
export interface FixedFinding {
  readonly rule: string;
  readonly pointer: string;
  readonly suggestions: readonly string[];
}

export interface FixContext {
  readonly source: DocumentSource;
  readonly document: JsonObject;
  /** The offset of a member's name or an item; undefined where it was not asked for before. */
  readonly offsetOf: (pointer: string) => number | undefined;
}

/** A change of the text that removes a finding. */
export interface Fix {
  /** What it does, as on a button. */
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** How the findings of a rule can be fixed. */
interface RuleFix {
  /** The pointers whose offsets the fix needs, in addition to that of the finding. */
  readonly places?: (finding: FixedFinding, document: JsonObject) => readonly string[];
  readonly make: (finding: FixedFinding, context: FixContext) => readonly Fix[];
}

const stepsOf = ({ pointer }: FixedFinding) => readPointer(pointer);

const valueAt = (document: JsonObject, steps: readonly string[]): Json | undefined =>
  steps.reduce<Json | undefined>((value, step) => childOf(value, step), document);

/** A member of an object, before which another one can be written. */
function findSibling(document: JsonObject, steps: readonly string[]): string | null {
  const value = valueAt(document, steps);
  const [first] = isObject(value) ? Object.keys(value) : [];
  return first === undefined ? null : writePointer([...steps, first]);
}

/** The object of a finding about a missing member: the finding may name the member. */
function ownerOf(finding: FixedFinding, document: JsonObject, name: string): readonly string[] {
  const steps = stepsOf(finding);
  return steps.at(-1) === name && valueAt(document, steps) === undefined
    ? steps.slice(0, -1)
    : steps;
}

/** A fix that adds a member to the object of the finding. */
function addMember(
  name: string,
  title: string,
  makeValue: (steps: readonly string[], document: JsonObject) => Json | null,
): RuleFix {
  return {
    places: (finding, document) =>
      [findSibling(document, ownerOf(finding, document, name))].filter((each) => each !== null),
    make(finding, { source, document, offsetOf }) {
      const owner = ownerOf(finding, document, name);
      const sibling = findSibling(document, owner);
      const before = sibling === null ? undefined : offsetOf(sibling);
      const value = makeValue(owner, document);
      if (before === undefined || value === null) return [];
      return [{ title, edits: [insertMember(source, before, [name, value])] }];
    },
  };
}

const isOperation = (steps: readonly string[]): boolean =>
  (endpointMethods as readonly string[]).includes(steps.at(-1) ?? "");

const wordsOf = (path: string): string[] =>
  path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `get /books/{id}` becomes `getBooksId`, with a number where it is taken. */
function makeOperationId(steps: readonly string[], document: JsonObject): string | null {
  if (!isOperation(steps)) return null;
  const [path = "", method = ""] = steps.slice(-2);
  const name = method + wordsOf(path).map(capitalize).join("");
  const taken = listOperationIds(document);
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${name}${number}`)) return `${name}${number}`;
  }
}

function listOperationIds(document: JsonObject): Set<string> {
  const items = Object.values(isObject(document["paths"]) ? document["paths"] : {});
  const operations = items.flatMap((item) => (isObject(item) ? Object.values(item) : []));
  return new Set(operations.map((each) => textOf(memberOf(each, "operationId")) ?? ""));
}

/** From the operation id, or from method and path: `List books`. */
function makeSummary(steps: readonly string[], document: JsonObject): string | null {
  if (!isOperation(steps)) return null;
  const id = textOf(memberOf(valueAt(document, steps) ?? null, "operationId"));
  const [path = "", method = ""] = steps.slice(-2);
  const words =
    id === null || id === undefined
      ? [method, ...wordsOf(path)]
      : wordsOf(id.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2"));
  return capitalize(words.join(" ").toLowerCase());
}

const isLastStep = (source: DocumentSource, offset: number, name: string): boolean =>
  source.text.slice(offset, offset + name.length + 2).includes(name.slice(0, 1)) &&
  source.text.slice(offset).replace(/^["']/, "").startsWith(name);

/** A misspelt name of a member becomes one of the suggested ones. */
const rename: RuleFix = {
  make(finding, { source, offsetOf }) {
    const name = stepsOf(finding).at(-1);
    const from = offsetOf(finding.pointer);
    if (name === undefined || from === undefined || !isLastStep(source, from, name)) return [];
    return finding.suggestions.slice(0, 3).map((suggestion) => ({
      title: `Rename to ${suggestion}`,
      edits: [replaceToken(source.text, from, suggestion)],
    }));
  },
};

/** The name of a path without its last slash. */
const trimPath: RuleFix = {
  make(finding, { source, document, offsetOf }) {
    const [, path = ""] = stepsOf(finding);
    const from = offsetOf(finding.pointer);
    const shorter = path.replace(/\/+$/, "");
    const isTaken = valueAt(document, ["paths", shorter]) !== undefined;
    if (from === undefined || shorter === "" || isTaken || !isLastStep(source, from, path))
      return [];
    const edits = [replaceToken(source.text, from, shorter)];
    return [{ title: "Remove the last slash", edits }];
  },
};

/** A tag that operations use is declared. */
const declareTag: RuleFix = {
  places: (_, document) =>
    memberOf(document, "tags") === undefined ? (findRoot(document) ?? []) : [],
  make(finding, { source, document, offsetOf }) {
    const name = valueAt(document, stepsOf(finding));
    const [root = ""] = findRoot(document) ?? [];
    const before = offsetOf(root);
    if (
      typeof name !== "string" ||
      before === undefined ||
      memberOf(document, "tags") !== undefined
    )
      return [];
    const edits = [insertMember(source, before, ["tags", [{ name }]])];
    return [{ title: `Declare the tag ${name}`, edits }];
  },
};

const findRoot = (document: JsonObject): readonly string[] | null => {
  const name = ["paths", "components", "webhooks"].find((each) => Object.hasOwn(document, each));
  return name === undefined ? null : [`/${name}`];
};

const clientError = { description: "The request is not valid." };

const ruleFixes: Readonly<Record<string, RuleFix>> = {
  struct: rename,
  "operation-operationId": addMember("operationId", "Add an operationId", makeOperationId),
  "operation-summary": addMember("summary", "Add a summary", makeSummary),
  "operation-4xx-response": addMember("4XX", "Add a 4XX response", () => clientError),
  "operation-tag-defined": declareTag,
  "no-path-trailing-slash": trimPath,
};

const fixOf = ({ rule }: FixedFinding): RuleFix | undefined =>
  Object.hasOwn(ruleFixes, rule) ? ruleFixes[rule] : undefined;

/** The pointers that must be located to fix a finding. */
export const listFixPlaces = (finding: FixedFinding, document: JsonObject): readonly string[] =>
  fixOf(finding)?.places?.(finding, document) ?? [];

/** The fixes of a finding; most rules need a person, and have none. */
export const makeFixes = (finding: FixedFinding, context: FixContext): readonly Fix[] =>
  fixOf(finding)?.make(finding, context) ?? [];
