import { EVENT_ID, type AliasEvent, type Event } from "js-yaml";
import type { Finding } from "../values/finding.ts";
import type { Step } from "@lintel/json/pointer";
import type { Json } from "@lintel/json/value";
import {
  DocumentError,
  type DocumentErrorCode,
  type DocumentLimits,
  type RepeatedNames,
} from "./source.ts";
import { findPosition } from "./position.ts";
import { offsetOf } from "./read-events.ts";
import { quote } from "@lintel/json/shorten";

/** The value of an anchor, with its size and depth after expansion. */
interface Anchored {
  readonly value: Json;
  readonly weight: number;
  readonly height: number;
}

/** The state of a YAML text while its events are turned into a value. */
export interface YamlReading {
  readonly text: string;
  readonly events: readonly Event[];
  readonly limits: DocumentLimits;
  readonly warnings: Finding[];
  readonly repeated: RepeatedNames;
  /** An anchor is open while its value is being read. */
  readonly anchors: Map<string, Anchored | "open">;
  readonly path: Step[];
  /** Whether no number so far keeps its text. */
  isPlain: boolean;
  /** The next event. */
  at: number;
  /** Nodes and characters so far, with aliases expanded. */
  expanded: number;
  /** The maximum depth so far within the open anchor, or within the document. */
  deepest: number;
}

export function beginReading(
  text: string,
  events: readonly Event[],
  limits: DocumentLimits,
  repeated: RepeatedNames,
): YamlReading {
  const warnings: Finding[] = [];
  const state = { anchors: new Map(), path: [], isPlain: true, at: 0, expanded: 0, deepest: 0 };
  return { text, events, limits, warnings, repeated, ...state };
}

export function refuseEvent(
  { text }: YamlReading,
  event: Event,
  code: DocumentErrorCode,
  message: string,
): never {
  throw new DocumentError(code, message, findPosition(text, offsetOf(event)));
}

export function takeEvent(reading: YamlReading): Event {
  const event = reading.events[reading.at];
  reading.at += 1;
  if (event === undefined) throw new DocumentError("SYNTAX_INVALID", "The YAML ends too early");
  return event;
}

/** Counts the expanded content: a few lines of aliases can expand to gigabytes. */
export function grow(reading: YamlReading, weight: number, event: Event): void {
  reading.expanded += weight;
  if (reading.expanded <= reading.limits.expanded) return;
  const message =
    "The aliases of the document expand to too much: write the content out, or import less";
  refuseEvent(reading, event, "ALIASES_TOO_LARGE", message);
}

/** Notes a level: with nested aliases the value is deeper than the text. */
export function reach(reading: YamlReading, level: number, event: Event): void {
  const { depth } = reading.limits;
  if (level > depth) {
    refuseEvent(reading, event, "NESTED_TOO_DEEP", `More than ${depth} levels are not read`);
  }
  reading.deepest = Math.max(reading.deepest, level);
}

/** The name of an event's anchor, or the name that an alias refers to. */
export function anchorOf(reading: YamlReading, event: Event): string | null {
  if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return null;
  const { anchorStart, anchorEnd } = event;
  return anchorStart < 0 ? null : reading.text.slice(anchorStart, anchorEnd);
}

export function findAnchored(reading: YamlReading, event: AliasEvent): Anchored {
  const name = anchorOf(reading, event) ?? "";
  const anchored = reading.anchors.get(name);
  if (anchored === "open") {
    const message = `The alias ${quote(`*${name}`)} is within its own anchor`;
    return refuseEvent(reading, event, "ALIASES_TOO_LARGE", message);
  }
  if (anchored !== undefined) return anchored;
  const message = `Not YAML: no anchor ${quote(`&${name}`)} precedes this alias`;
  return refuseEvent(reading, event, "SYNTAX_INVALID", message);
}
