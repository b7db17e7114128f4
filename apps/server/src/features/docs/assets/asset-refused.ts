import { Problem } from "../../../platform/problem.ts";

/** @param detail - what is wrong with the file, and what to do about it */
export function assetRefused(detail: string): Problem {
  return new Problem("ASSET_REFUSED", detail);
}
