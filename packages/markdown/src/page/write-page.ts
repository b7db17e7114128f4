import { hash } from "node:crypto";
import type { MarkdownIt, Token } from "markdown-it";
import type { BoundedCache } from "../values/bounded-cache.ts";
import { allowPage } from "../safety/allowed-html.ts";
import { slotForm } from "../syntax/slots.ts";
import type { PageEnv } from "../state/page-env.ts";

/** HTML that has passed the second wall, by the digest of what came before it. */
export type PassedHtml = BoundedCache<string>;

const slotTypes = new Set(["fence", "code_block", "embed"]);

/** So many blocks pass the wall one by one; of a page with more, the others go in groups. */
const mostSingle = 500;
const groupSize = 100;

/** The blocks of the top level, each with what is in it. */
function* partBlocks(tokens: readonly Token[]): Generator<Token[]> {
  let from = 0;
  let depth = 0;
  let blocks = 0;
  for (const [at, { nesting }] of tokens.entries()) {
    depth += nesting;
    if (depth > 0) continue;
    blocks += 1;
    if (blocks > mostSingle && blocks % groupSize !== 0) continue;
    yield tokens.slice(from, at + 1);
    from = at + 1;
  }
  if (from < tokens.length) yield tokens.slice(from);
}

/** Most blocks of a page are as they were at its last rendering: what the wall made of them then is kept. */
function passWall(html: string, passed: PassedHtml): string {
  const key = hash("sha256", html, "base64");
  const known = passed.get(key);
  if (known !== undefined) return known;
  const allowed = allowPage(html);
  passed.set(key, allowed, allowed.length + 100);
  return allowed;
}

/** Writes the HTML of a page whose links, code and embeds are ready, block by block through the second wall. */
export function writePage(
  parser: MarkdownIt,
  tokens: readonly Token[],
  env: PageEnv,
  passed: PassedHtml,
): string {
  let html = "";
  for (const block of partBlocks(tokens)) {
    const [first] = block;
    if (block.length === 1 && first !== undefined && slotTypes.has(first.type)) {
      html += `${(first.meta?.["html"] as string | undefined) ?? ""}\n`;
      continue;
    }
    const before = env.page.slots.length;
    const allowed = passWall(parser.renderer.render(block, parser.options, env), passed);
    const hasSlots = env.page.slots.length > before;
    html += hasSlots
      ? allowed.replaceAll(slotForm, (_, slot: string) => env.page.slots[Number(slot)] ?? "")
      : allowed;
  }
  return html;
}
