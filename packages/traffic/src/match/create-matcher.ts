import { eraseVariables } from "@lintel/contract/words/path-template";
import { listReadings, normalisePath } from "./normalise-path.ts";
import { fits, toPattern, type SegmentPattern } from "./segment-pattern.ts";

/** What a call is matched with. */
export interface Matchable {
  readonly method: string;
  /** A path with variables, such as `/pets/{petId}`. */
  readonly path: string;
}

/** Finds the operations that calls are for. */
export interface Matcher<Operation> {
  /**
   * The operation of a call; null where none is documented. A segment without variables goes before one with them, `HEAD`
   * may be a `GET`, and a slash at the end is ignored where nothing else fits.
   *
   * @param target - the path as it was sent, with or without a query
   */
  match(method: string, target: string): Operation | null;
  /** The operations in every reading of a path that servers differ in; the usual one first. */
  matchAll(method: string, target: string): Operation[];
}

interface Node<Operation> {
  readonly literals: Map<string, Node<Operation>>;
  readonly patterns: { readonly pattern: SegmentPattern; readonly node: Node<Operation> }[];
  variable: Node<Operation> | null;
  readonly methods: Map<string, Operation>;
}

const makeNode = <Operation>(): Node<Operation> => ({
  literals: new Map(),
  patterns: [],
  variable: null,
  methods: new Map(),
});

/** Of operations with the same method and path the first is used. */
export function createMatcher<Operation extends Matchable>(
  operations: readonly Operation[],
): Matcher<Operation> {
  const root = makeNode<Operation>();
  for (const operation of operations) add(root, operation);

  const read = (method: string, path: string): Operation | null => {
    const segments = path.slice(1).split("/");
    const found = find(root, segments, 0, method);
    if (found !== null || segments.length === 1 || segments.at(-1) !== "") return found;
    return find(root, segments.slice(0, -1), 0, method);
  };
  const match = (method: string, path: string): Operation | null => {
    const name = method.toLowerCase();
    return read(name, path) ?? (name === "head" ? read("get", path) : null);
  };
  return {
    match: (method, target) => match(method, normalisePath(target)),
    matchAll(method, target) {
      const found = listReadings(target).map((path) => match(method, path));
      return [...new Set(found)].filter((operation) => operation !== null);
    },
  };
}

function add<Operation extends Matchable>(root: Node<Operation>, operation: Operation): void {
  let node = root;
  for (const segment of listSegments(operation.path)) node = step(node, segment);
  const method = operation.method.toLowerCase();
  if (!node.methods.has(method)) node.methods.set(method, operation);
}

/** The segments of a template without the names of its variables, as bytes. A slash at the end gives an empty one. */
export function listSegments(template: string): string[] {
  const bytes = Buffer.from(eraseVariables(template), "utf8").toString("latin1");
  return normalisePath(bytes).slice(1).split("/");
}

function step<Operation>(node: Node<Operation>, segment: string): Node<Operation> {
  if (segment === "{}") return (node.variable ??= makeNode());
  if (!segment.includes("{}")) {
    const next = node.literals.get(segment) ?? makeNode();
    node.literals.set(segment, next);
    return next;
  }
  const pattern = toPattern(segment);
  const known = node.patterns.find((other) => other.pattern.join("{}") === segment);
  if (known !== undefined) return known.node;
  const next = { pattern, node: makeNode<Operation>() };
  node.patterns.push(next);
  return next.node;
}

// A node is visited at most once, because one way leads to it.
function find<Operation>(
  node: Node<Operation>,
  segments: readonly string[],
  at: number,
  method: string,
): Operation | null {
  const segment = segments[at];
  if (segment === undefined) return node.methods.get(method) ?? null;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? null : find(literal, segments, at + 1, method);
  if (found !== null || segment === "") return found;
  for (const { pattern, node: next } of node.patterns) {
    const inPattern = fits(pattern, segment) ? find(next, segments, at + 1, method) : null;
    if (inPattern !== null) return inPattern;
  }
  return node.variable === null ? null : find(node.variable, segments, at + 1, method);
}
