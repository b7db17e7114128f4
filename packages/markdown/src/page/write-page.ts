import { hash } from "node:crypto";
import type { MarkdownIt, Token } from "markdown-it";
import type { BoundedCache } from "../values/bounded-cache.ts";
import { allowPage } from "../safety/allowed-html.ts";
import { slotForm } from "../syntax/slots.ts";
import type { PageEnv } from "../state/page-env.ts";

/** Sanitized HTML, by the digest of the HTML before sanitizing. */
export type SanitizedHtml = BoundedCache<string>;

const slotTypes = new Set(["fence", "code_block", "embed"]);

/** This many blocks are sanitized one by one; the others of a page in groups. */
const maxSingle = 500;
const groupSize = 100;

/** The blocks of the top level, each with its content. */
function* partBlocks(tokens: readonly Token[]): Generator<Token[]> {
  let from = 0;
  let depth = 0;
  let blocks = 0;
  for (const [at, { nesting }] of tokens.entries()) {
    depth += nesting;
    if (depth > 0) continue;
    blocks += 1;
    if (blocks > maxSingle && blocks % groupSize !== 0) continue;
    yield tokens.slice(from, at + 1);
    from = at + 1;
  }
  if (from < tokens.length) yield tokens.slice(from);
}

/** Most blocks of a page are the same as at its last rendering, so their sanitized HTML is cached. */
function sanitizeBlock(html: string, passed: SanitizedHtml): string {
  const key = hash("sha256", html, "base64");
  const known = passed.get(key);
  if (known !== undefined) return known;
  const allowed = allowPage(html);
  passed.set(key, allowed, allowed.length + 100);
  return allowed;
}

/** Writes the HTML of a page whose links, code and embeds are ready, and sanitizes it block by block. */
export function writePage(
  parser: MarkdownIt,
  tokens: readonly Token[],
  env: PageEnv,
  passed: SanitizedHtml,
): string {
  let html = "";
  for (const block of partBlocks(tokens)) {
    const [first] = block;
    if (block.length === 1 && first !== undefined && slotTypes.has(first.type)) {
      html += `${(first.meta?.["html"] as string | undefined) ?? ""}\n`;
      continue;
    }
    const before = env.page.slots.length;
    const allowed = sanitizeBlock(parser.renderer.render(block, parser.options, env), passed);
    const hasSlots = env.page.slots.length > before;
    html += hasSlots
      ? allowed.replaceAll(slotForm, (_, slot: string) => env.page.slots[Number(slot)] ?? "")
      : allowed;
  }
  return html;
}
