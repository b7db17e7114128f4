import { quoteEnd } from "@lintel/json/shorten";
import { EVENT_ID, parseEvents, YAMLException, type Event } from "js-yaml";
import { DocumentError } from "./source.ts";
import { findPosition } from "./position.ts";

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function explain(error: unknown, text: string): DocumentError {
  if (!(error instanceof YAMLException)) {
    return new DocumentError("SYNTAX_INVALID", "The text is neither JSON nor YAML");
  }
  const position = error.mark === undefined ? null : findPosition(text, error.mark.position);
  if (error.reason.includes("maxDepth")) {
    return new DocumentError("NESTED_TOO_DEEP", "So many levels are not read", position);
  }
  return new DocumentError(
    "SYNTAX_INVALID",
    `Not YAML: ${quoteEnd(sentence(error.reason))}`,
    position,
  );
}

/** The events of the single document in a YAML text, without those of the document itself. */
export function readEvents(text: string, maxDepth: number): Event[] {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth });
  } catch (error) {
    throw explain(error, text);
  }
  const second = events.findIndex((event, at) => at > 0 && event.type === EVENT_ID.DOCUMENT);
  if (second > 0) {
    const message = "The text holds several YAML documents: import them one by one";
    const next = events[second + 1];
    const place = next === undefined ? null : findPosition(text, offsetOf(next));
    throw new DocumentError("SYNTAX_INVALID", message, place);
  }
  return events.slice(1, -1);
}

/**
 * The offset at which the node of an event begins; the tag and the anchor before it do not count.
 */
export function offsetOf(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return Math.max(0, event.valueStart);
  if (event.type === EVENT_ID.ALIAS) return Math.max(0, event.anchorStart - 1);
  if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
    return Math.max(0, event.start);
  }
  return 0;
}
