import { EVENT_ID, getScalarValue, type Event } from "js-yaml";
import { readPointer, type Step } from "@lintel/json/pointer";
import { documentLimits } from "./limits.ts";
import { indexLines, placeOffset, type Position } from "./position.ts";
import { offsetOf, readEvents } from "./read-events.ts";
import type { SourceVisitor } from "./source-visitor.ts";
import { walkJson } from "./walk-json.ts";

/** The wanted pointers as a tree of their steps, each with the offset once it was seen. */
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

/** The deepest place on the way of a pointer that the source has: what is missing has none. */
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

/** Follows the wanted steps through a source and notes where each begins. */
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
    // The last one counts, and is entered last.
    repeat: () => undefined,
  };
}

/** Walks events as `walkJson` walks text; what an alias stands for is not walked again. */
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

/** A document's text as it was read, which is what pointers are located in. */
export interface DocumentSource {
  readonly text: string;
  readonly format: "json" | "yaml";
}

/**
 * Finds where pointers lie in a source, all in one pass. A member's place is that of its name; a
 * pointer to what is missing, or to what a merge key or an alias brought in, has the place of the
 * nearest object around it.
 */
export function locatePointers(
  source: DocumentSource,
  pointers: readonly string[],
): ReadonlyMap<string, Position> {
  const root: Wanted = { children: new Map(), offset: 0 };
  for (const pointer of pointers) addPointer(root, pointer);
  const { text } = source;
  const follower = makeFollower(root);
  const mostDepth = documentLimits.depth;
  if (source.format === "json") walkJson(text, follower, mostDepth);
  else walkEvents(text, readEvents(text, mostDepth), follower);
  const lines = indexLines(text);
  return new Map(
    pointers.map((pointer) => [pointer, placeOffset(text, lines, findDeepest(root, pointer))]),
  );
}
