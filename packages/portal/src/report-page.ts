import { createHash } from "node:crypto";
import { markup, raw, type Markup } from "./html.ts";
import { reportStyle } from "./report-style.generated.ts";

export interface ReportPage {
  /** What the page is, for the bar above it; for example "Test run". */
  readonly kind: string;
  /** Of the window. */
  readonly title: string | Markup;
  readonly body: Markup;
  readonly footer?: Markup | undefined;
  /** Rules of this kind of report, after those of all. */
  readonly style?: string;
}

/**
 * A page by itself: a report, or what a link shows without an account. It has its style in itself, light and
 * dark by the reader's system. Nothing is loaded or run, even if a text were written as markup by mistake.
 */
export function writeReportPage({ kind, title, body, footer, style = "" }: ReportPage): string {
  const rules = `${reportStyle}${style}`;
  const digest = createHash("sha256").update(rules).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${digest}'`;
  const head = markup`<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <style>${raw(rules)}</style>`;
  const shown = markup`<header class="top"><b>Lintel</b><span class="soft">${kind}</span></header>
    <main>${body}${footer !== undefined && markup`<footer>${footer}</footer>`}</main>`;
  return `<!doctype html>\n<html lang="en">\n<head>\n${head.text}\n</head>\n<body>\n${shown.text}\n</body>\n</html>\n`;
}
