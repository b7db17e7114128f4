import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { makeContainerTitle } from "./container-title.ts";
import { findContainerKind } from "./container-kinds.ts";

// GitHub's form: a quote whose first line is `[!NOTE]`. It produces the same tokens as `:::note`.

const alertForm = /^\[!(note|tip|info|important|warning|caution|danger)\][ \t]*([^\n]*)(?:\n|$)/i;

/** The index of the closing token of each opening one. */
function pairQuotes(tokens: readonly Token[]): Map<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  for (const [at, { type }] of tokens.entries()) {
    if (type === "blockquote_open") open.push(at);
    else if (type === "blockquote_close") pairs.set(open.pop() ?? -1, at);
  }
  return pairs;
}

/** Tokens to insert, by the index before which they go, and tokens to remove. */
interface Changes {
  readonly before: Map<number, readonly Token[]>;
  readonly without: Set<number>;
}

function turnQuote(state: StateCore, at: number, close: number, changes: Changes): void {
  const { tokens } = state;
  const text = tokens[at + 2];
  if (tokens[at + 1]?.type !== "paragraph_open" || text?.type !== "inline") return;
  const [all, name, title] = alertForm.exec(text.content) ?? [];
  const kind = name === undefined ? undefined : findContainerKind(name);
  const [open, end] = [tokens[at], tokens[close]];
  if (all === undefined || kind === undefined || open === undefined || end === undefined) return;
  const line = open.map?.[0] ?? 0;
  open.type = "container_open";
  open.meta = { kind, title: title ?? "", isOpen: false };
  end.type = "container_close";
  end.meta = { kind };
  changes.before.set(at + 1, makeContainerTitle(state, kind, (title ?? "").trim(), line));
  text.content = text.content.slice(all.length);
  if (text.map !== null) text.map = [line + 1, text.map[1]];
  if (text.content.trim() === "") for (const gone of [1, 2, 3]) changes.without.add(at + gone);
}

function turnAlerts(state: StateCore): void {
  const pairs = pairQuotes(state.tokens);
  if (pairs.size === 0) return;
  const changes: Changes = { before: new Map(), without: new Set() };
  for (const [open, close] of pairs) if (open >= 0) turnQuote(state, open, close, changes);
  if (changes.before.size === 0) return;
  state.tokens = state.tokens.flatMap((token, at) => [
    ...(changes.before.get(at) ?? []),
    ...(changes.without.has(at) ? [] : [token]),
  ]);
}

export function addAlerts(md: MarkdownIt): void {
  md.core.ruler.after("block", "alerts", turnAlerts);
}
