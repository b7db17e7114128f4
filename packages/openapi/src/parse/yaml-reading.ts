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

/** What an anchor stands for, and how large and how deep it is once written out. */
interface Anchored {
  readonly value: Json;
  readonly weight: number;
  readonly height: number;
}

/** A YAML text while its events are turned into a value. */
export interface YamlReading {
  readonly text: string;
  readonly events: readonly Event[];
  readonly limits: DocumentLimits;
  readonly warnings: Finding[];
  readonly repeated: RepeatedNames;
  /** An anchor is open while what it stands for is being read. */
  readonly anchors: Map<string, Anchored | "open">;
  readonly path: Step[];
  /** Whether no number so far keeps its text. */
  isPlain: boolean;
  /** The next event. */
  at: number;
  /** Nodes and characters so far, with aliases written out. */
  expanded: number;
  /** The deepest level so far of the anchor that is open, or of the document. */
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

/** Counts what the document holds: a few lines of aliases can stand for gigabytes. */
export function grow(reading: YamlReading, weight: number, event: Event): void {
  reading.expanded += weight;
  if (reading.expanded <= reading.limits.expanded) return;
  const message = "The aliases of the document stand for too much: write it out, or import less";
  refuseEvent(reading, event, "ALIASES_TOO_LARGE", message);
}

/** Notes a level: aliases within what aliases stand for go deeper than the text does. */
export function reach(reading: YamlReading, level: number, event: Event): void {
  const { depth } = reading.limits;
  if (level > depth) {
    refuseEvent(reading, event, "NESTED_TOO_DEEP", `More than ${depth} levels are not read`);
  }
  reading.deepest = Math.max(reading.deepest, level);
}

/** The name of the anchor that an event carries or, being an alias, names. */
export function anchorOf(reading: YamlReading, event: Event): string | null {
  if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return null;
  const { anchorStart, anchorEnd } = event;
  return anchorStart < 0 ? null : reading.text.slice(anchorStart, anchorEnd);
}

export function findAnchored(reading: YamlReading, event: AliasEvent): Anchored {
  const name = anchorOf(reading, event) ?? "";
  const anchored = reading.anchors.get(name);
  if (anchored === "open") {
    const message = `The alias ${quote(`*${name}`)} lies within what it stands for`;
    return refuseEvent(reading, event, "ALIASES_TOO_LARGE", message);
  }
  if (anchored !== undefined) return anchored;
  const message = `Not YAML: no anchor ${quote(`&${name}`)} stands before this alias`;
  return refuseEvent(reading, event, "SYNTAX_INVALID", message);
}
