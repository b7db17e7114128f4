import { createHash } from "node:crypto";
import type { StoredPages } from "../../features/portal/stored-pages.ts";
import type { PagePlace } from "../../features/portal/stored-page.types.ts";
import { compress, decompress, type Coding } from "./compress.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import { codedAnswer, readyAnswer, type ReadyAnswer } from "./ready-answer.ts";

/** The codings that pages are stored in: who takes none is given what was in gzip. */
type StoredCoding = Exclude<Coding, "plain">;

/** What of a page is stored, of all that is asked for. */
export interface WantedPage {
  /** Below the version. */
  readonly path: string;
  readonly isMarkdown: boolean;
  readonly coding: Coding;
}

export function storedCodingOf(coding: Coding): StoredCoding {
  return coding === "plain" ? "gzip" : coding;
}

/** @param maker - a digest of what makes pages here */
export function digestAddress(maker: string, { path, isMarkdown, coding }: WantedPage): string {
  return digestText([maker, storedCodingOf(coding), isMarkdown, path].join("\n"));
}

export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/**
 * A page as it was stored; made, and stored, where there is none. What is no page when it is made, such
 * as a redirect, is not stored, and what is not there neither.
 */
export async function answerStored(
  pages: StoredPages,
  place: PagePlace,
  coding: Coding,
  make: () => Promise<PortalAnswer | null>,
): Promise<ReadyAnswer | null> {
  const stored = await pages.find(place);
  if (stored !== null)
    return codedAnswer(
      stored,
      coding,
      coding === "plain" ? await decompress(stored.body) : stored.body,
    );
  const answer = await make();
  if (answer === null) return null;
  const { status, body } = answer;
  if (status !== 200 || body?.kind !== "bytes" || !body.isCoded) return readyAnswer(answer);
  const page = { etag: body.etag, headers: Object.entries(answer.headers).flat() };
  const bytes = await compress(body.plain, storedCodingOf(coding));
  void pages.keep(place, { ...page, body: bytes });
  return codedAnswer(page, coding, coding === "plain" ? body.plain : bytes);
}
