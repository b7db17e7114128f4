import {
  EVENT_ID,
  getScalarValue,
  SCALAR_STYLE,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type SequenceEvent,
} from "js-yaml";
import { isList, isObject, setMember, type DraftObject, type Json } from "@lintel/json/value";
import {
  DocumentError,
  maxRepeatedNames,
  nodeWeight,
  type DocumentLimits,
  type RepeatedNames,
} from "./source.ts";
import { readEvents } from "./read-events.ts";
import type { ReadValue } from "./parse-exact.ts";
import { describeRepeated } from "./repeated-names.ts";
import {
  anchorOf,
  beginReading,
  findAnchored,
  grow,
  reach,
  refuseEvent,
  takeEvent,
  type YamlReading,
} from "./yaml-reading.ts";
import { readNumber } from "@lintel/json/exact-number";
import { readScalar, readTag, toJsonNumber } from "./yaml-scalar.ts";
import { quote } from "@lintel/json/shorten";

const toList = (value: Json) => (isList(value) ? value : [value]);

/** Plain `<<` before objects is YAML 1.1's merge key, which existing documents use. */
const isMerge = (event: Event, name: string, value: Json) =>
  name === "<<" &&
  event.type === EVENT_ID.SCALAR &&
  event.style === SCALAR_STYLE.PLAIN &&
  event.tagStart < 0 &&
  toList(value).every(isObject);

function readDecimal(reading: YamlReading, written: string): Json {
  const number = readNumber(toJsonNumber(written));
  reading.isPlain &&= typeof number === "number";
  return number;
}

function readText(reading: YamlReading, event: ScalarEvent): Json {
  const scalar = readScalar(reading.text, event);
  if (scalar === null) {
    const tag = reading.text.slice(event.tagStart, event.tagEnd);
    return refuseEvent(
      reading,
      event,
      "TAG_UNKNOWN",
      `The tag ${quote(tag)} does not fit: remove it`,
    );
  }
  const { value, written } = scalar;
  grow(reading, nodeWeight + written.length, event);
  if (scalar.isDecimal) return readDecimal(reading, written);
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    const message = `The number ${quote(written)} has no place in JSON: write it as text, in quotes`;
    refuseEvent(reading, event, "NUMBER_TOO_LARGE", message);
  }
  return value;
}

/** The text of a key as written: 1.10 and 200 stay the same. */
function readKey(reading: YamlReading, event: Event): string {
  const refuse = () =>
    refuseEvent(reading, event, "KEY_NOT_TEXT", "A key must be text: lists and objects are none");
  if (event.type === EVENT_ID.ALIAS) {
    const { value } = findAnchored(reading, event);
    return typeof value === "string" ? value : refuse();
  }
  if (event.type !== EVENT_ID.SCALAR) return refuse();
  const name = getScalarValue(reading.text, event);
  const anchor = anchorOf(reading, event);
  if (anchor !== null) {
    reading.anchors.set(anchor, { value: name, weight: nodeWeight + name.length, height: 0 });
  }
  return name;
}

/** The object under construction; a key of its own replaces one from a merge key. */
interface Mapping {
  readonly draft: DraftObject;
  readonly merged: Set<string>;
}

function mergeMembers(reading: YamlReading, mapping: Mapping, value: Json, event: Event): void {
  for (const source of toList(value)) {
    if (!isObject(source)) continue;
    for (const [name, member] of Object.entries(source)) {
      grow(reading, nodeWeight, event);
      if (Object.hasOwn(mapping.draft, name)) continue;
      mapping.merged.add(name);
      setMember(mapping.draft, name, member);
    }
  }
}

function noteRepeated(reading: YamlReading, key: Event, name: string): void {
  if (reading.repeated === "refuse") {
    refuseEvent(reading, key, "DUPLICATE_KEY", `The object has the key ${quote(name)} twice`);
  }
  if (reading.warnings.length >= maxRepeatedNames) return;
  reading.warnings.push(describeRepeated([...reading.path, name], name));
}

function readMapping(reading: YamlReading): Json {
  const mapping: Mapping = { draft: {}, merged: new Set() };
  const { draft, merged } = mapping;
  for (let key = takeEvent(reading); key.type !== EVENT_ID.POP; key = takeEvent(reading)) {
    const name = readKey(reading, key);
    grow(reading, nodeWeight + name.length, key);
    reading.path.push(name);
    const value = readNode(reading, takeEvent(reading));
    reading.path.pop();
    if (isMerge(key, name, value)) {
      mergeMembers(reading, mapping, value, key);
      continue;
    }
    if (Object.hasOwn(draft, name) && !merged.delete(name)) noteRepeated(reading, key, name);
    setMember(draft, name, value);
  }
  return draft;
}

function readSequence(reading: YamlReading): Json {
  const list: Json[] = [];
  for (let event = takeEvent(reading); event.type !== EVENT_ID.POP; event = takeEvent(reading)) {
    reading.path.push(list.length);
    list.push(readNode(reading, event));
    reading.path.pop();
  }
  return list;
}

function checkTag(reading: YamlReading, event: MappingEvent | SequenceEvent): void {
  if (event.tagStart < 0) return;
  const tag = readTag(reading.text.slice(event.tagStart, event.tagEnd));
  const fitting = event.type === EVENT_ID.MAPPING ? "map" : "seq";
  if (tag === "!" || tag === `tag:yaml.org,2002:${fitting}`) return;
  const message = `The tag ${quote(tag)} has no meaning in a document: remove it`;
  refuseEvent(reading, event, "TAG_UNKNOWN", message);
}

function readContent(reading: YamlReading, event: Event): Json {
  if (event.type === EVENT_ID.SCALAR) return readText(reading, event);
  grow(reading, nodeWeight, event);
  if (event.type !== EVENT_ID.SEQUENCE && event.type !== EVENT_ID.MAPPING) {
    return refuseEvent(reading, event, "SYNTAX_INVALID", "Not YAML: a value is due");
  }
  checkTag(reading, event);
  return event.type === EVENT_ID.SEQUENCE ? readSequence(reading) : readMapping(reading);
}

/** Reads the value of an anchor and measures it for its aliases. */
function readAnchored(reading: YamlReading, event: Event, anchor: string): Json {
  const { expanded, deepest, path } = reading;
  reading.anchors.set(anchor, "open");
  reading.deepest = path.length;
  const value = readContent(reading, event);
  const weight = reading.expanded - expanded;
  reading.anchors.set(anchor, { value, weight, height: reading.deepest - path.length });
  reading.deepest = Math.max(reading.deepest, deepest);
  return value;
}

function readNode(reading: YamlReading, event: Event): Json {
  if (event.type === EVENT_ID.ALIAS) {
    const { value, weight, height } = findAnchored(reading, event);
    grow(reading, weight, event);
    reach(reading, reading.path.length + height, event);
    return value;
  }
  reach(reading, reading.path.length, event);
  const anchor = anchorOf(reading, event);
  return anchor === null ? readContent(reading, event) : readAnchored(reading, event, anchor);
}

/**
 * Reads a YAML 1.2 text of the core schema. Keys keep their text, aliases are expanded, merge keys
 * are merged, and numbers keep their texts. Throws a `DocumentError` with the position of the
 * error.
 */
export function readYaml(
  text: string,
  limits: DocumentLimits,
  repeated: RepeatedNames = "refuse",
): ReadValue {
  const events = readEvents(text, limits.depth);
  if (events.length === 0) throw new DocumentError("DOCUMENT_EMPTY", "The text holds no document");
  const reading = beginReading(text, events, limits, repeated);
  const value = readNode(reading, takeEvent(reading));
  return { value, warnings: reading.warnings, isPlain: reading.isPlain };
}
