import type { MarkdownIt, RendererRule } from "markdown-it";
import { escapeHtml } from "../values/escape-html.ts";

// Links and images are checked before they are written (page/check-links.ts); an unchecked one is written as text.

/** The result of checking a link or image. */
export interface Verdict {
  /** Null if it is not shown as a link or image. */
  readonly address: string | null;
  readonly isExternal: boolean;
  /** The size of an image in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const openLink: RendererRule = (tokens, at) => {
  const token = tokens[at];
  const verdict = token?.meta?.["verdict"] as Verdict | undefined;
  if (verdict === undefined || verdict.address === null) return '<span class="lm-broken-link">';
  const title = token?.attrGet("title");
  const relation = verdict.isExternal ? ' class="lm-external" rel="noopener noreferrer"' : "";
  const hint = typeof title === "string" ? ` title="${escapeHtml(title)}"` : "";
  return `<a href="${escapeHtml(verdict.address)}"${relation}${hint}>`;
};

const closeLink: RendererRule = (tokens, at) => {
  const verdict = tokens[at]?.meta?.["verdict"] as Verdict | undefined;
  return verdict === undefined || verdict.address === null ? "</span>" : "</a>";
};

const writeImage: RendererRule = (tokens, at, options, env, renderer) => {
  const token = tokens[at];
  const verdict = token?.meta?.["verdict"] as Verdict | undefined;
  const text = escapeHtml(renderer.renderInlineAsText(token?.children ?? [], options, env));
  if (verdict === undefined || verdict.address === null) {
    return `<span class="lm-broken-image">${text === "" ? "Image" : text}</span>`;
  }
  const title = token?.attrGet("title");
  const className = token?.attrGet("class");
  const classes = typeof className === "string" ? ` class="${escapeHtml(className)}"` : "";
  const side = (name: "width" | "height") => {
    const pixels = token?.attrGet(name) ?? verdict[name];
    return pixels === undefined || pixels === null ? "" : ` ${name}="${Number(pixels)}"`;
  };
  return (
    `<img src="${escapeHtml(verdict.address)}" alt="${text}"${classes}${side("width")}${side("height")} loading="lazy" decoding="async"` +
    `${typeof title === "string" ? ` title="${escapeHtml(title)}"` : ""} />`
  );
};

const wwwForm =
  /^[a-z0-9](?:[a-z0-9-]{0,62}\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?:[/?#][^\s<>"'`[\]{}|\\^]*)?/i;
const punctuation = /[.,;:!?*_~)]+$/;

/** How many characters after `www.` belong to the address. */
function measureWww(text: string, at: number): number {
  const found = wwwForm.exec(text.slice(at, at + maxAddress))?.[0] ?? "";
  return found.replace(punctuation, "").length;
}

const maxAddress = 2_000;

/** `www.` and plain `https://` and mail addresses become links, as on GitHub; `file.md` does not. */
export function addLinks(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
  md.linkify.add("www.", {
    validate: measureWww,
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
  // Every address is accepted here, so that the check can report what is wrong with it.
  md.validateLink = () => true;
  md.renderer.rules["link_open"] = openLink;
  md.renderer.rules["link_close"] = closeLink;
  md.renderer.rules["image"] = writeImage;
}
