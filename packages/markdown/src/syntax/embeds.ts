import type { MarkdownIt, StateBlock } from "markdown-it";
import type { EmbedReference } from "../values/embed.types.ts";
import { pageOf } from "../state/page-env.ts";

// `{{endpoint GET /books/{id}}}`, `{{endpoint listBooks}}` and `{{schema Book}}`, alone on a line. To choose one of
// several API references, its name follows: `{{schema Book in shop-api}}`.

const form = /^\{\{[ \t]*(endpoint|schema)[ \t]+(\S.*)\}\}[ \t]*$/i;
const endpointForm = /^(get|put|post|delete|options|head|patch|trace|query)[ \t]+(\/\S*)$/i;
const sourceForm = /^(.*\S)[ \t]+in[ \t]+(\S+)$/;
const maxReference = 500;

/** The reference between the braces; null if it is not an embed. */
export function readReference(line: string): EmbedReference | null {
  if (line.length > maxReference) return null;
  const [, kind, rest] = form.exec(line) ?? [];
  const whole = rest?.trim() ?? "";
  if (kind === undefined || whole === "") return null;
  const [, name = whole, source] = sourceForm.exec(whole) ?? [];
  const within = source === undefined ? {} : { source };
  if (kind.toLowerCase() === "schema") return { kind: "schema", name, ...within };
  const [, method, path] = endpointForm.exec(name) ?? [];
  if (method !== undefined && path !== undefined) {
    return { kind: "endpoint", method: method.toUpperCase(), path, ...within };
  }
  return /\s/.test(name) ? null : { kind: "endpoint", operationId: name, ...within };
}

function readEmbed(state: StateBlock, startLine: number, _: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith("{{", start)) return false;
  const reference = readReference(state.src.slice(start, state.eMarks[startLine]));
  if (reference === null) return false;
  if (silent) return true;
  const { embeds, footnoteLine } = pageOf(state.env);
  const token = state.push("embed", "", 0);
  token.block = true;
  token.map = [startLine, startLine + 1];
  token.meta = { embed: embeds.length };
  embeds.push({ reference, line: startLine + (footnoteLine ?? 0) });
  state.line = startLine + 1;
  return true;
}

export function addEmbeds(md: MarkdownIt): void {
  md.block.ruler.before("fence", "embed", readEmbed, { alt: ["paragraph"] });
}
