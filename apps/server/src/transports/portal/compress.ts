import { createHash } from "node:crypto";
import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { createRecentMap } from "../../platform/recent-map.ts";

export type Coding = "plain" | "gzip" | "brotli";

const zip = promisify(gzip);
const press = promisify(brotliCompress);

export async function compress(plain: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === "plain") return plain;
  if (coding === "gzip") return zip(plain, { level: 6 });
  return press(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** The compressor for a streamed text; null if it is sent uncompressed. */
export function makeCoder(coding: Coding): Transform | null {
  if (coding === "plain") return null;
  if (coding === "gzip") return createGzip({ level: 6 });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

/** A strong entity tag of the content. */
export function tagOf(plain: Buffer): string {
  return `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
}

/** Browsers send few different headers, and the same ones at every request. */
const chosen = createRecentMap<string, Coding>(200);

/** The smallest coding that the reader accepts (RFC 9110 §12.5.3). */
export function chooseCoding(accepted: string | undefined): Coding {
  if (accepted === undefined) return "plain";
  const known = chosen.get(accepted);
  if (known !== undefined) return known;
  const coding = readCoding(accepted);
  if (accepted.length <= 100) chosen.set(accepted, coding);
  return coding;
}

function readCoding(accepted: string): Coding {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(",")
      .map((part) => part.split(";"))
      .filter(([, quality = ""]) => !/^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(quality))
      .map(([name = ""]) => name.trim()),
  );
  if (taken.has("br")) return "brotli";
  return taken.has("gzip") || taken.has("*") ? "gzip" : "plain";
}
