import { unescapeText } from "./unescape-text.ts";
import type { Tag } from "./scan-tag.ts";

/** The value of the first of these attributes that is set; null if none is. */
export function readText(tag: Tag, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = tag.attributes.get(name);
    if (value !== undefined && value.trim() !== "")
      return unescapeText(value).trim().slice(0, 2_000);
  }
  return null;
}

export const isSet = ({ attributes }: Tag, ...names: readonly string[]): boolean =>
  names.some((name) => attributes.has(name) && attributes.get(name) !== "false");

const idForm = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,99}$/u;

/** An id that other pages may link to. Ids reserved for the renderer and the portal are refused. */
export function readId(tag: Tag): string | null {
  const id = readText(tag, "id", "name");
  return id !== null && idForm.test(id) && !id.startsWith("lm-") ? id : null;
}

const alignForm = /^(left|center|right)$/i;
const alignStyle = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:;|$)/i;

/** The class of an alignment, from `align` or from a style that sets nothing else that matters. */
export function readAlign(tag: Tag): string | null {
  const align =
    alignForm.exec(tag.attributes.get("align") ?? "")?.[1] ??
    alignStyle.exec(tag.attributes.get("style") ?? "")?.[1];
  return align === undefined ? null : `lm-${align.toLowerCase()}`;
}

/** Pixels of a size such as `300` or `300px`; null otherwise. */
export function readPixels(value: string | undefined): number | null {
  const pixels = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(value ?? "")?.[1];
  return pixels === undefined ? null : Number(pixels);
}

/** The class of a width in percent, rounded to tens; null otherwise. */
export function readShare(value: string | undefined): string | null {
  const percent = /^\s*(\d{1,3})(?:\.\d+)?%\s*$/.exec(value ?? "")?.[1];
  if (percent === undefined) return null;
  return `lm-width-${Math.min(10, Math.max(1, Math.round(Number(percent) / 10)))}0`;
}
