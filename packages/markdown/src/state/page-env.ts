import type { Env } from "markdown-it";
import type { EmbedReference } from "../values/embed.types.ts";
import { makeIdRegistry, type IdRegistry } from "./id-registry.ts";
import { limits } from "../values/limits.ts";
import type { PageWarning, WarningCode } from "../values/warning.ts";

/** State that the syntax rules share while one page is parsed and written. */
export interface PageEnv extends Env {
  readonly page: PageState;
}

export interface FootnoteState {
  /** 0 until the first reference. */
  number: number;
  references: number;
  readonly line: number;
}

export interface PageState {
  readonly ids: IdRegistry;
  /** The ids of headings, by the anchors that other tools give them. */
  readonly aliases: Map<string, string>;
  readonly warnings: PageWarning[];
  readonly footnotes: Map<string, FootnoteState>;
  readonly embeds: { readonly reference: EmbedReference; readonly line: number }[];
  /** Sanitized HTML that is inserted after the page is sanitized, by slot. */
  readonly slots: string[];
  readonly linesBefore: number;
  readonly isMdx: boolean;
  /** The remaining budget for scanning for the ends of tags and expressions. */
  scanCharacters: number;
  /** While a footnote is parsed separately: the line of the body at which it begins. */
  footnoteLine: number | null;
  tableCells: number;
  tabGroups: number;
  /** `line` is a line of the body, counted from 0. */
  readonly warn: (code: WarningCode, message: string, line: number) => void;
}

/** Further warnings of one page are dropped. */
const maxWarnings = 200;

export function beginPage(linesBefore: number, warnings: PageWarning[], isMdx = false): PageEnv {
  const page: PageState = {
    ids: makeIdRegistry(),
    aliases: new Map(),
    warnings,
    footnotes: new Map(),
    embeds: [],
    slots: [],
    linesBefore,
    isMdx,
    scanCharacters: limits.scanCharacters,
    footnoteLine: null,
    tableCells: 0,
    tabGroups: 0,
    warn(code, message, line) {
      if (warnings.length < maxWarnings) {
        const above = linesBefore + (page.footnoteLine ?? 0);
        warnings.push({ code, message, line: line + 1 + above });
      }
    },
  };
  return { page };
}

/** The page in a parser's environment, which `beginPage` made. */
export function pageOf(env: Env | undefined): PageState {
  const page = env?.["page"];
  if (page === undefined) throw new Error("The parser was called without a page.");
  return page as PageState;
}
