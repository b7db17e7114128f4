import {
  refuseAt,
  refuseToken,
  skipSpace,
  takeMark,
  takeNumber,
  takeText,
  takeWord,
  type JsonCursor,
} from "./json-cursor.ts";
import type { SourceVisitor } from "./source-visitor.ts";
import { quote } from "@lintel/json/shorten";

interface Walk {
  readonly cursor: JsonCursor;
  readonly visitor: SourceVisitor;
  readonly maxDepth: number;
}

function walkMember(walk: Walk, names: Set<string>, depth: number): void {
  const { cursor, visitor } = walk;
  skipSpace(cursor);
  const start = cursor.at;
  const name = JSON.parse(takeText(cursor)) as string;
  const isRepeated = names.has(name);
  if (isRepeated && visitor.repeat === undefined) {
    refuseAt(cursor, start, "DUPLICATE_KEY", `The object has the key ${quote(name)} twice`);
  }
  names.add(name);
  skipSpace(cursor);
  if (!takeMark(cursor, ":")) refuseToken(cursor, '":"');
  visitor.enter(name, start);
  if (isRepeated) visitor.repeat?.(name);
  walkValue(walk, depth);
  visitor.leave();
}

function walkObject(walk: Walk, depth: number): void {
  const { cursor } = walk;
  const names = new Set<string>();
  skipSpace(cursor);
  if (takeMark(cursor, "}")) return;
  do {
    walkMember(walk, names, depth);
    skipSpace(cursor);
  } while (takeMark(cursor, ","));
  if (!takeMark(cursor, "}")) refuseToken(cursor, '"," or "}"');
}

function walkList(walk: Walk, depth: number): void {
  const { cursor, visitor } = walk;
  skipSpace(cursor);
  if (takeMark(cursor, "]")) return;
  let index = 0;
  do {
    skipSpace(cursor);
    visitor.enter(index, cursor.at);
    walkValue(walk, depth);
    visitor.leave();
    skipSpace(cursor);
    index += 1;
  } while (takeMark(cursor, ","));
  if (!takeMark(cursor, "]")) refuseToken(cursor, '"," or "]"');
}

function walkValue(walk: Walk, depth: number): void {
  const { cursor, maxDepth } = walk;
  skipSpace(cursor);
  const start = cursor.at;
  const first = cursor.text[start];
  if (first === '"') {
    takeText(cursor);
  } else if (first === "{" || first === "[") {
    if (depth >= maxDepth) {
      refuseAt(cursor, start, "NESTED_TOO_DEEP", `More than ${maxDepth} levels are not read`);
    }
    cursor.at += 1;
    if (first === "{") walkObject(walk, depth + 1);
    else walkList(walk, depth + 1);
  } else if (!takeNumber(cursor) && !takeWord(cursor)) {
    refuseToken(cursor, "a value");
  }
}

/**
 * Walks a JSON text and refuses invalid JSON, repeated keys of an object, and too deep nesting,
 * with line and column.
 */
export function walkJson(text: string, visitor: SourceVisitor, maxDepth: number): void {
  const cursor: JsonCursor = { text, at: 0 };
  walkValue({ cursor, visitor, maxDepth }, 0);
  skipSpace(cursor);
  if (cursor.at < text.length) refuseToken(cursor, "the end");
}
