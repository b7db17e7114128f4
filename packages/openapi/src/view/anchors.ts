import { isObject, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";

/** The schemas of a document with names of their own, by the text of references. */
export interface NamedSchemas {
  /** By absolute `$id`, and by absolute `$id` or the document's URL with `#` and the anchor. */
  readonly absolute: ReadonlyMap<string, Place>;
  /** By `$id`, or `#` and the anchor, as written. */
  readonly written: ReadonlyMap<string, Place>;
}

/** Members that hold data, in which `$id` names nothing. */
const data = new Set(["example", "examples", "default", "enum", "const", "value"]);
/** Members that hold others by any name. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "schemas"]);

interface Waiting {
  readonly place: Place;
  /** The base URL of its references. */
  readonly base: string;
}

/** Finds all schemas that `$id`, `$anchor` and `$dynamicAnchor` name. */
export function findNamedSchemas(root: Place, base: string): NamedSchemas {
  const named = { absolute: new Map<string, Place>(), written: new Map<string, Place>() };
  const waiting: Waiting[] = [{ place: root, base }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { place } = next;
    const { value, at } = place;
    if (typeof value !== "object" || value === null) continue;
    const inner = isObject(value) ? nameSchema(named, value, next) : next.base;
    const isMap = maps.has(at.key);
    for (const key of Object.keys(value).reverse()) {
      if (isMap || !data.has(key)) waiting.push({ place: stepInto(place, key), base: inner });
    }
  }
  return named;
}

type Names = Readonly<Record<keyof NamedSchemas, Map<string, Place>>>;

/** @returns The base URL of the references within the schema. */
function nameSchema(
  { absolute, written }: Names,
  value: Readonly<Record<string, unknown>>,
  { place, base }: Waiting,
): string {
  const id = textOf(value["$id"]);
  const own = id === null ? base : resolveReference(id, base);
  const add = (map: Map<string, Place>, name: string): void => {
    if (!map.has(name)) map.set(name, place);
  };
  if (id !== null) {
    add(absolute, own);
    add(written, id);
  }
  for (const anchor of [textOf(value["$anchor"]), textOf(value["$dynamicAnchor"])]) {
    if (anchor === null) continue;
    add(absolute, `${own}#${anchor}`);
    add(written, `#${anchor}`);
  }
  return own;
}

/** A reference as an absolute URL if possible, else as written. */
export function resolveReference(reference: string, base: string): string {
  const url = URL.parse(reference, base === "" ? undefined : base);
  return url === null ? reference : url.href;
}
