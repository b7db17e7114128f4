import type { TrafficOperation } from "@lintel/contract/shapes/traffic";
import { listSegments } from "../match/create-matcher.ts";
import { escapeRegex, quote, quoteRegex, writeMap } from "./directives.ts";

/** An operation with the number that replaces it; null: it is left alone. */
export interface Numbered {
  readonly operation: TrafficOperation;
  readonly number: number | null;
}

/** Templates with variables at the same places: one regular expression and one hash for all of them. */
interface Shape {
  readonly segments: readonly string[];
  readonly order: string;
  readonly members: Numbered[];
}

/** nginx follows at most 100 variables from one to the next. */
const chainLength = 25;

/**
 * Maps that give `$lintel_operation`. The cost grows with the number of different shapes of paths, and not with that of the
 * operations. `$uri` is decoded and has neither dot segments nor double slashes.
 */
export function writeMatching(operations: readonly Numbered[]): string {
  const shapes = [...collectShapes(operations).values()].sort((left, right) =>
    left.order < right.order ? -1 : 1,
  );
  const byLength = Map.groupBy(shapes, ({ segments }) => segments.length);
  const chains = [...byLength].map(([length, group]) => ({
    length,
    ...writeChains(length, group),
  }));
  const entries = chains.map(
    ({ length, first }) => [quoteRegex(`^${"/[^/]+".repeat(length)}/?$`), first] as const,
  );
  return [...chains.map(({ text }) => text), writeMap("$uri", "$lintel_operation", entries)].join(
    "",
  );
}

function collectShapes(operations: readonly Numbered[]): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const numbered of operations) {
    const segments = listSegments(numbered.operation.path).filter((segment) => segment !== "");
    const order = segments.map(rank).join("/");
    const shape = shapes.get(order) ?? { segments, order, members: [] };
    shape.members.push(numbered);
    shapes.set(order, shape);
  }
  return shapes;
}

/** A text goes before a text with variables, and that before a variable. */
function rank(segment: string): string {
  if (segment === "{}") return "3";
  return segment.includes("{}") ? `2${segment}` : "1";
}

function writeChains(length: number, shapes: readonly Shape[]) {
  const name = (at: number) => `$lintel_operation_${length}_${at}`;
  const texts = shapes.map((shape, at) => {
    const isLast = at + 1 === shapes.length || (at + 1) % chainLength === 0;
    return writeShape(shape, `${length}_${at}`, isLast ? '""' : name(at + 1));
  });
  const heads = shapes.map((_, at) => at).filter((at) => at % chainLength === 0);
  const starts = heads.map((at, index) => {
    const next = heads[index + 1];
    const otherwise = [
      ['""', next === undefined ? '""' : `$lintel_start_${length}_${next}`],
    ] as const;
    return writeMap(name(at), `$lintel_start_${length}_${at}`, otherwise, name(at));
  });
  return { first: `$lintel_start_${length}_0`, text: [...texts, ...starts.toReversed()].join("") };
}

function writeShape({ segments, members }: Shape, name: string, otherwise: string): string {
  const pattern = segments.map(toPattern).join("");
  const erased = segments.map((segment, at) =>
    isText(segment) ? `/$lintel_s${at}` : `/${segment}`,
  );
  const keys = new Map<string, string>();
  for (const { operation, number } of members)
    for (const method of listMethods(operation, members)) {
      const path = listSegments(operation.path).filter((segment) => segment !== "");
      const key = Buffer.from(
        `${method} ${path.map((segment) => `/${segment}`).join("")}`,
        "latin1",
      );
      keys.set(quote(key.toString("utf8")), number === null ? '"-"' : `"${number}"`);
    }
  return [
    writeMap("$uri", `$lintel_path_${name}`, [
      [quoteRegex(`^${pattern}/?$`), `"${erased.join("")}"`],
    ]),
    writeMap(
      `"$request_method $lintel_path_${name}"`,
      `$lintel_operation_${name}`,
      [...keys],
      otherwise,
    ),
  ].join("");
}

const isText = (segment: string) => !segment.includes("{}");

function toPattern(segment: string, at: number): string {
  if (isText(segment)) return `/(?<lintel_s${at}>[^/]+)`;
  return `/${segment.split("{}").map(escapeRegex).join("[^/]+")}`;
}

/** `HEAD` is a `GET`, unless it is an operation of its own. */
function listMethods({ method, path }: TrafficOperation, members: readonly Numbered[]): string[] {
  const hasHead = members.some(
    ({ operation }) => operation.method === "head" && operation.path === path,
  );
  const name = method.toUpperCase();
  return name === "GET" && !hasHead ? ["GET", "HEAD"] : [name];
}
