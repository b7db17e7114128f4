import type { MarkdownIt, RendererRule, StateCore, Token } from "markdown-it";
import { limits } from "../values/limits.ts";
import { ownPrefix } from "../state/id-registry.ts";
import { pageOf } from "../state/page-env.ts";
import { plainText } from "../values/plain-text.ts";
import { escapeHtml } from "../values/escape-html.ts";
import { findAliases } from "./heading-aliases.ts";

const customForm = /[ \t]*\{#([\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,99})\}[ \t]*$/u;
const maxId = 100;

/** The anchor that GitHub gives a heading: lower case, no punctuation, hyphens for spaces. */
export function slugHeading(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-")
    .slice(0, maxId)
    .replace(/[\uD800-\uDBFF]$/, "");
  if (slug === "") return "section";
  return slug.startsWith(ownPrefix) ? `section-${slug}` : slug;
}

/** Removes `{#id}` from the headings before their text is parsed. */
function takeCustomIds(state: StateCore): void {
  for (const [at, token] of state.tokens.entries()) {
    const text = state.tokens[at + 1];
    if (token.type !== "heading_open" || text?.type !== "inline") continue;
    const [all, id] = customForm.exec(text.content.slice(-120)) ?? [];
    if (all === undefined || id === undefined || id.startsWith(ownPrefix)) continue;
    text.content = text.content.slice(0, -all.length);
    token.meta = { ...token.meta, customId: id };
  }
}

/** Gives every heading its id: first the explicit ones, then those made from the text. */
function assignIds(state: StateCore): void {
  const { ids, warn } = pageOf(state.env);
  const all = [...state.tokens.entries()].filter(([, { type }]) => type === "heading_open");
  const headings = all.slice(0, limits.headings);
  if (all.length > headings.length) {
    const message = `A page has at most ${limits.headings} headings that can be linked to`;
    warn("LIMIT_REACHED", message, all[limits.headings]?.[1].map?.[0] ?? 0);
  }
  for (const [, token] of headings) {
    const wanted = token.meta?.["customId"] as string | undefined;
    if (wanted === undefined) continue;
    const id = ids.take(wanted);
    if (id !== wanted) {
      const message = `Two headings have the id \`${wanted}\`: this one becomes \`${id}\``;
      warn("HEADING_ID_TAKEN", message, token.map?.[0] ?? 0);
    }
    token.attrSet("id", id);
  }
  for (const [at, token] of headings) {
    const text = plainText(state.tokens[at + 1]?.children ?? null).trim();
    if (token.meta?.["customId"] === undefined) token.attrSet("id", ids.take(slugHeading(text)));
    token.meta = { ...token.meta, text };
    const close = state.tokens[at + 2];
    if (close !== undefined) close.meta = { id: token.attrGet("id"), text };
  }
  assignAliases(
    state,
    headings.map(([, token]) => token),
  );
}

/** Records the alternative anchors of a heading. A heading with an explicit id has only that. */
function assignAliases(state: StateCore, headings: readonly Token[]): void {
  const { aliases } = pageOf(state.env);
  const named = headings
    .filter(({ meta }) => meta?.["customId"] === undefined)
    .map((token) => ({ id: String(token.attrGet("id")), text: String(token.meta?.["text"]) }));
  for (const [alias, id] of findAliases(named)) if (!aliases.has(alias)) aliases.set(alias, id);
  const byId = Map.groupBy(aliases, ([, id]) => id);
  for (const token of headings) {
    const own = byId.get(String(token.attrGet("id")))?.map(([alias]) => alias);
    if (own !== undefined) token.meta = { ...token.meta, aliases: own };
  }
}

/** Links from other pages and sites may use any of the heading's anchors. */
const openHeading: RendererRule = (tokens, at, options, env, renderer) => {
  const opened = renderer.renderToken(tokens, at, options);
  const aliases = tokens[at]?.meta?.["aliases"] as readonly string[] | undefined;
  const { ids } = pageOf(env);
  const anchors = (aliases ?? [])
    .filter((alias) => !ids.has(alias))
    .map((alias) => `<span id="${escapeHtml(alias)}"></span>`);
  return opened + anchors.join("");
};

const closeHeading: RendererRule = (tokens, at) => {
  const token = tokens[at] as Token;
  const { id, text } = (token.meta ?? {}) as { readonly id?: string; readonly text?: string };
  if (id === undefined || text === undefined) return `</${token.tag}>\n`;
  const label = escapeHtml(text === "" ? "Link to this section" : `Link to “${text}”`);
  const href = escapeHtml(`#${encodeURIComponent(id)}`);
  return ` <a class="lm-anchor" href="${href}" aria-label="${label}">#</a></${token.tag}>\n`;
};

export function addHeadings(md: MarkdownIt): void {
  md.core.ruler.before("inline", "heading_custom_ids", takeCustomIds);
  md.core.ruler.push("heading_ids", assignIds);
  md.renderer.rules["heading_open"] = openHeading;
  md.renderer.rules["heading_close"] = closeHeading;
}
