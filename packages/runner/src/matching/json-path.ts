import { jsonpath, JSONPathEnvironment, type JSONPathQuery } from "json-p3";
import { isObject } from "@lintel/json/value";
import { nothing } from "../values/nothing.ts";
import { countCharacters } from "./count-characters.ts";
import { findAnswer, timeSearch } from "./search-answers.ts";
import { runBounded, TooSlowError } from "./run-bounded.ts";

/** How long one search may take if it does not delay others. */
const limitMs = 1000;
const maxValues = 100_000;
const environment = new JSONPathEnvironment({ maxRecursionDepth: 1000 });
countCharacters(environment);

type JsonValue = Parameters<JSONPathQuery["query"]>[0];

/** A path that is not an RFC 9535 query, or that took too long. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

export interface JsonPath {
  /** Whether it selects at most one value (RFC 9535 §2.3.5.1). */
  readonly isSingular: boolean;
  /** The values of all nodes, in the order of RFC 9535. */
  list(document: unknown): unknown[];
  /** A singular query's value, the list of several nodes' values, or `nothing`. */
  read(document: unknown): unknown;
}

function compileQuery(path: string): JSONPathQuery {
  try {
    return environment.compile(path);
  } catch (error) {
    throw new JsonPathError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The lazy evaluation holds one node per step; the eager one lists everything that each step selects, and some short
 * queries select more nodes than fit into memory.
 */
function collect(query: JSONPathQuery, document: JsonValue): unknown[] {
  const values: unknown[] = [];
  for (const node of query.lazyQuery(document)) {
    values.push(node.value);
    if (values.length > maxValues) {
      throw new JsonPathError(`the path selects more than ${maxValues} values`);
    }
  }
  return values;
}

function runQuery(query: JSONPathQuery, document: JsonValue, maxMs: number): unknown[] {
  try {
    // Nested filters and descents multiply, and match() and search() accept any expression.
    return runBounded(() => collect(query, document), maxMs);
  } catch (error) {
    if (error instanceof TooSlowError) throw error;
    throw new JsonPathError(error instanceof Error ? error.message : String(error));
  }
}

const explainSlow = (error: unknown) =>
  error instanceof TooSlowError ? new JsonPathError(`the path ${error.message}`) : error;

/**
 * All values that a path selects, without a limit per turn of the event loop: for a separate thread.
 * @throws JsonPathError
 */
export function searchWhole(path: string, document: unknown): unknown[] {
  try {
    return runQuery(compileQuery(path), document as JsonValue, limitMs);
  } catch (error) {
    throw explainSlow(error);
  }
}

/** @throws SlowSearchError if the search must first be made in a thread; JsonPathError. */
function searchHere(query: JSONPathQuery, path: string, document: unknown): unknown[] {
  const answer = findAnswer(document, path);
  if (answer !== undefined) {
    if ("error" in answer) throw new JsonPathError(answer.error);
    return answer.values;
  }
  try {
    return timeSearch(path, document, limitMs, (maxMs) =>
      runQuery(query, document as JsonValue, maxMs),
    );
  } catch (error) {
    throw explainSlow(error);
  }
}

/** The names and indices of a singular query (RFC 9535 §2.3.5.1). */
function listSteps(query: JSONPathQuery): (string | number)[] {
  const { NameSelector, IndexSelector } = jsonpath.selectors;
  const selectors = query.segments.map((segment) => segment.selectors[0]);
  return selectors
    .map((one) => {
      if (one instanceof NameSelector) return one.name;
      return one instanceof IndexSelector ? one.index : undefined;
    })
    .filter((step) => step !== undefined);
}

function readItem(list: readonly unknown[], place: number): unknown {
  const at = place < 0 ? list.length + place : place;
  return at >= 0 && at < list.length ? list[at] : nothing;
}

/** Most paths of a suite are singular: a plain loop is several times faster than the engine. */
function walkSteps(steps: readonly (string | number)[], document: unknown): unknown {
  let current = document;
  for (const step of steps) {
    if (typeof step === "number") {
      current = Array.isArray(current) ? readItem(current, step) : nothing;
    } else {
      current = isObject(current) && Object.hasOwn(current, step) ? current[step] : nothing;
    }
    if (current === nothing) return nothing;
  }
  return current;
}

function makeSingular(steps: readonly (string | number)[]): JsonPath {
  const read = (document: unknown) => walkSteps(steps, document);
  return {
    isSingular: true,
    read,
    list(document) {
      const value = read(document);
      return value === nothing ? [] : [value];
    },
  };
}

/** @throws JsonPathError if the text is not an RFC 9535 query. */
export function compileJsonPath(path: string): JsonPath {
  const query = compileQuery(path);
  if (query.singularQuery()) return makeSingular(listSteps(query));
  const list = (document: unknown) => searchHere(query, path, document);
  return {
    isSingular: false,
    list,
    read(document) {
      const values = list(document);
      return values.length === 0 ? nothing : values;
    },
  };
}
