import type { OpenApiVersion } from "@lintel/contract/words/design";
import { upgradeSwagger } from "../convert/swagger/upgrade-swagger.ts";
import type { Finding } from "../values/finding.ts";
import { memberOf, type JsonObject } from "@lintel/json/value";
import { countOperations, needObject, needVersion } from "./check-document.ts";
import { decodeSource, DocumentError, documentLimits, type DocumentLimits } from "./source.ts";
import { readValue } from "./read-value.ts";
import { EVENT_ID, getScalarValue, type Event } from "js-yaml";
import { readPointer, type Step } from "@lintel/json/pointer";
import { indexLines, placeOffset, type Position } from "./position.ts";
import { offsetOf, readEvents } from "./read-events.ts";
import type { SourceVisitor } from "./source-visitor.ts";
import { walkJson } from "./walk-json.ts";

/** The requested pointers as a tree of their steps, each with its offset once it is found. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  offset: number;
}

const nothingSeen = -1;

function addPointer(root: Wanted, pointer: string): void {
  let node = root;
  for (const step of readPointer(pointer)) {
    const child = node.children.get(step) ?? { children: new Map(), offset: nothingSeen };
    node.children.set(step, child);
    node = child;
  }
}

/** The last existing place on the path of a pointer: missing values have no offset. */
function findDeepest(root: Wanted, pointer: string): number {
  let node = root;
  let offset = Math.max(0, root.offset);
  for (const step of readPointer(pointer)) {
    const child = node.children.get(step);
    if (child === undefined || child.offset === nothingSeen) return offset;
    offset = child.offset;
    node = child;
  }
  return offset;
}

/** Follows the requested steps through a source and notes where each begins. */
function makeFollower(root: Wanted): SourceVisitor {
  const ways: (Wanted | undefined)[] = [root];
  return {
    enter(step: Step, offset: number) {
      const child = ways.at(-1)?.children.get(String(step));
      if (child !== undefined) child.offset = offset;
      ways.push(child);
    },
    leave() {
      ways.pop();
    },
    // Of repeated names the last one counts, and is entered last.
    repeat: () => undefined,
  };
}

/** Walks YAML events as `walkJson` walks text; the targets of aliases are not walked again. */
function walkEvents(text: string, events: readonly Event[], visitor: SourceVisitor): void {
  let at = 0;
  const walkNode = (): void => {
    const event = events[at];
    at += 1;
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (let index = 0; events[at]?.type !== EVENT_ID.POP; index += 1) {
        visitor.enter(index, offsetOf(events[at] as Event));
        walkNode();
        visitor.leave();
      }
      at += 1;
    } else if (event?.type === EVENT_ID.MAPPING) {
      while (events[at]?.type !== EVENT_ID.POP) {
        const key = events[at] as Event;
        at += 1;
        visitor.enter(key.type === EVENT_ID.SCALAR ? getScalarValue(text, key) : "", offsetOf(key));
        walkNode();
        visitor.leave();
      }
      at += 1;
    }
  };
  walkNode();
}

/** The text of a document, in which pointers are located. */
export interface DocumentSource {
  readonly text: string;
  readonly format: "json" | "yaml";
}

/**
 * Locates pointers in a source, all in one pass. The position of a member is that of its name. A
 * pointer to a missing value, or to one that a merge key or an alias added, has the position of the
 * nearest object around it.
 */
export function locatePointers(
  source: DocumentSource,
  pointers: readonly string[],
): ReadonlyMap<string, Position> {
  const lines = indexLines(source.text);
  const offsets = locateOffsets(source, pointers);
  return new Map(
    Array.from(offsets, ([pointer, offset]) => [pointer, placeOffset(source.text, lines, offset)]),
  );
}

/** The same, as offsets in UTF-16 units. */
export function locateOffsets(
  source: DocumentSource,
  pointers: readonly string[],
): ReadonlyMap<string, number> {
  const root: Wanted = { children: new Map(), offset: 0 };
  for (const pointer of pointers) addPointer(root, pointer);
  const { text } = source;
  const follower = makeFollower(root);
  const maxDepth = documentLimits.depth;
  if (source.format === "json") walkJson(text, follower, maxDepth);
  else walkEvents(text, readEvents(text, maxDepth), follower);
  return new Map(pointers.map((pointer) => [pointer, findDeepest(root, pointer)]));
}

/** A parsed document, not yet validated. */
export interface ParsedDocument {
  /** The document as written; Swagger 2.0 is upgraded to OpenAPI 3.0. */
  readonly value: JsonObject;
  readonly version: OpenApiVersion;
  /** For `locatePointers`. */
  readonly source: DocumentSource;
  readonly warnings: readonly Finding[];
  /** Whether JavaScript represents all its numbers exactly, so that none keeps its text. */
  readonly isPlain: boolean;
}

/** Swagger 2.0 is upgraded to the equivalent OpenAPI 3.0, with warnings about losses. */
function upgrade(document: JsonObject): { value: JsonObject; warnings: readonly Finding[] } {
  if (memberOf(document, "swagger") !== "2.0") return { value: document, warnings: [] };
  const { document: value, warnings } = upgradeSwagger(document);
  const reported = warnings.map(({ code, severity, pointer, message }) => ({
    code,
    severity,
    pointer,
    message,
  }));
  const upgraded = {
    code: "UPGRADED_FROM_SWAGGER",
    severity: "info",
    pointer: "",
    message: "The document is Swagger 2.0 and was upgraded to OpenAPI 3.0.",
  } as const;
  return { value, warnings: [upgraded, ...reported] };
}

/**
 * Parses an OpenAPI document of 3.0, 3.1 or 3.2 from JSON or YAML, or one of Swagger 2.0. Throws a
 * `DocumentError` for a document that cannot be read at all; `validateDocument` checks validity.
 */
export function parseDocument(
  input: string | Uint8Array,
  changed: Partial<DocumentLimits> = {},
): ParsedDocument {
  const limits = { ...documentLimits, ...changed };
  const text = decodeSource(input, limits.bytes);
  if (text.trim() === "") throw new DocumentError("DOCUMENT_EMPTY", "The document is empty");
  const { value: read, warnings, format, isPlain } = readValue(text, limits, "report");
  const { value, warnings: losses } = upgrade(needObject(read));
  const version = needVersion(value);
  const operations = countOperations(value);
  if (operations > limits.operations) {
    throw new DocumentError(
      "TOO_MANY_OPERATIONS",
      `The document has ${operations} operations: at most ${limits.operations} are taken in. Split it`,
    );
  }
  const source = { text, format };
  return { value, version, source, warnings: [...warnings, ...losses], isPlain };
}
