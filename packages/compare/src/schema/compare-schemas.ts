import type { DocumentView } from "@lintel/openapi/view";
import { isObject } from "@lintel/json/value";
import { locate, type Location, type Place } from "@lintel/json/place";
import type { IsSame } from "../document/sameness.ts";
import type { Recorder } from "../report/recorder.ts";
import { beginTally, type Tally } from "../report/tally.ts";
import { capFinding } from "./cap-finding.ts";
import { compareNote } from "./compare-notes.ts";
import { comparePair } from "./compare-pair.ts";
import { makeOpaque, modeOf, type Mode } from "./mode.ts";
import type { Pair, Side } from "./pair.types.ts";
import { createSchemaReader } from "./read-schema.ts";
import { createShapeReader } from "./read-shape.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { unwrap } from "./unwrap.ts";
import { arrayType, objectType } from "./value-type.ts";

/** Compares schemas for the same value; each pair is compared once per mode. */
export interface SchemaComparer {
  /** Changes there count for the parent too, after tallies are spread. */
  compare(before: Place, after: Place, mode: Mode, parent: Tally): void;
  readonly tallies: readonly Tally[];
  /** Whether the pair has been compared for at least one sender. */
  isCompared(before: Place, after: Place): boolean;
  /** Whether a schema allows lists or objects, which have several serializations. */
  isCompound(side: "before" | "after", place: Place): boolean;
}

interface Task {
  readonly before: Place;
  readonly after: Place;
  readonly mode: Mode;
  readonly tally: Tally;
  /** Only the keywords of wrappers to compare; null for whole schemas. */
  readonly notes: readonly string[] | null;
}

export function createSchemaComparer(
  before: DocumentView,
  after: DocumentView,
  isSame: IsSame,
  recorder: Recorder,
): SchemaComparer {
  const [older, newer] = [before, after].map(makeSide) as [Side, Side];
  const known = new Map<object, Map<object, (Tally | undefined)[]>>();
  const tallies: Tally[] = [];
  const waiting: Task[] = [];

  const relate = (from: Place, to: Place, mode: Mode, parent: Tally): void => {
    if (isSame(from.value, to.value)) return;
    const [left, right] = [unwrap(before, from), unwrap(after, to)];
    const notes = [...left.notes, ...right.notes];
    const isWrapped = left.inner !== from && right.inner !== to;
    // If only one of them is wrapped, keywords may have moved inwards, so that the whole schemas
    // are compared.
    const isWhole = notes.length > 0 && !isWrapped;
    if (notes.length > 0 && isWrapped) {
      waiting.push({ before: from, after: to, mode, tally: parent, notes });
    }
    const [inner, outer] = isWhole ? [from, to] : [left.inner, right.inner];
    if (isSame(inner.value, outer.value)) return;
    const byAfter = getOrAdd(known, keyOf(inner), () => new Map<object, (Tally | undefined)[]>());
    const byMode = getOrAdd(byAfter, keyOf(outer), () => []);
    // A schema that an endpoint uses was reported with the endpoint.
    if (mode.direction === null && byMode.some((_, index) => index < modeOf(null).index)) return;
    let tally = byMode[mode.index];
    if (tally === undefined) {
      byMode[mode.index] = tally = beginTally();
      tallies.push(tally);
      waiting.push({ before: inner, after: outer, mode, tally, notes: null });
    }
    if (tally.parents.at(-1) !== parent) tally.parents.push(parent);
  };

  const compareTask = ({ before: from, after: to, mode, tally, notes }: Task): void => {
    const views = { before: older.schemas.read(from), after: newer.schemas.read(to), mode };
    const pair: Pair = {
      ...views,
      old: older,
      new: newer,
      isSame,
      report: makeReport(views, recorder, tally),
      relate: (inner, outer, isOpaque = false) =>
        relate(inner, outer, isOpaque ? makeOpaque(mode) : mode, tally),
    };
    if (notes === null) comparePair(pair);
    else for (const keyword of new Set(notes)) compareNote(pair, keyword);
  };

  return {
    tallies,
    isCompared(from, to) {
      const [left, right] = [unwrap(before, from).inner, unwrap(after, to).inner];
      return known.get(keyOf(left))?.has(keyOf(right)) === true;
    },
    isCompound(side, place) {
      const { schemas } = side === "before" ? older : newer;
      return (schemas.read(place).types & (arrayType | objectType)) !== 0;
    },
    compare(from, to, mode, parent) {
      relate(from, to, mode, parent);
      // A list instead of recursion, because nesting and references may exceed the stack.
      for (let index = 0; index < waiting.length; index += 1) {
        const task = waiting[index];
        if (task !== undefined) compareTask(task);
      }
      waiting.length = 0;
    },
  };
}

function makeSide(document: DocumentView): Side {
  const schemas = createSchemaReader(document);
  return { schemas, shapes: createShapeReader(schemas) };
}

function keyOf(place: Place): object {
  return isObject(place.value) ? place.value : place;
}

function getOrAdd<Value>(
  map: { get(key: object): Value | undefined; set(key: object, value: Value): unknown },
  key: object,
  make: () => Value,
): Value {
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}

/** The place of a keyword in the new schema, or in the old one if the new one does not have it. */
function locateKeyword(view: SchemaView, keyword: string, other: SchemaView): Location {
  for (const { parts } of [view, other]) {
    const part = parts.find(({ value }) => Object.hasOwn(value as object, keyword));
    if (part !== undefined) return locate(part.at, keyword);
  }
  return view.place.at;
}

function makeReport(
  { before, after, mode }: Pick<Pair, "before" | "after" | "mode">,
  recorder: Recorder,
  tally: Tally,
): Pair["report"] {
  return (rule, keyword, detail = {}) => {
    const located = detail.at === undefined ? locateKeyword(after, keyword, before) : null;
    const { at = located ?? after.place.at, ...rest } = detail;
    const isWhole = located !== null && located.key === keyword;
    const cap = capFinding(mode, before, after);
    recorder.record({ rule, direction: mode.direction, tally, at, isWhole, ...rest, ...cap });
  };
}
