import { systemClock } from "../../../platform/clock.ts";
import { copyDesign } from "../copy-design.ts";
import { packDesign, type PackedDesign } from "../packed-rows.ts";
import { parseTexts } from "../parse-texts.ts";
import type { StoredTexts } from "../stored-texts.ts";

export interface Copying {
  readonly texts: StoredTexts;
  /** What the copy is called. */
  readonly version: string;
}

/** The rows of a new version, with ids of their own. */
export function copyStored({ texts, version }: Copying): PackedDesign {
  const copy = copyDesign(parseTexts(texts).design, systemClock.newId);
  return packDesign({ ...copy, document: { ...copy.document, version } });
}
