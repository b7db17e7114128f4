import { fileTypeFromBuffer } from "file-type";
import { maxAssetBytes, type AssetMediaType } from "@lintel/contract/shapes/docs";
import { assetRefused } from "./asset-refused.ts";
import { cleanSvg } from "./clean-svg.ts";
import { readPixels } from "./read-pixels.ts";

/** The media type of a file, as its bytes show it. */
export interface InspectedAsset {
  readonly mediaType: AssetMediaType;
  /** Pixels, if the file has them. */
  readonly width: number | null;
  readonly height: number | null;
  /** What readers get instead of the bytes, or null if they get the bytes. */
  readonly cleanBytes: Uint8Array | null;
}

/** Media types by the names that the library uses. */
const known: Readonly<Record<string, AssetMediaType>> = {
  "image/png": "image/png",
  "image/apng": "image/png",
  "image/jpeg": "image/jpeg",
  "image/gif": "image/gif",
  "image/webp": "image/webp",
  "image/avif": "image/avif",
  "image/x-icon": "image/x-icon",
  "application/pdf": "application/pdf",
  "video/mp4": "video/mp4",
  "video/webm": "video/webm",
};

/**
 * Detects the type of a file from its bytes only, and cleans a type that can contain more than a
 * picture.
 *
 * @throws Problem ASSET_REFUSED if it is empty, too large, or of a type that the portal does not
 * show.
 */
export async function inspectAsset(bytes: Uint8Array): Promise<InspectedAsset> {
  if (bytes.length === 0) throw assetRefused("The file is empty.");
  if (bytes.length > maxAssetBytes)
    throw assetRefused(`The file has ${bytes.length} bytes; ${maxAssetBytes} (10 MiB) are taken.`);
  const found = await fileTypeFromBuffer(bytes);
  if (found === undefined || found.mime === "application/xml")
    return inspectSvg(bytes, found?.mime);
  const mediaType = known[found.mime];
  if (mediaType === undefined) throw assetRefused(`The file is ${found.mime}, which is not taken.`);
  const size = mediaType.startsWith("image/") ? readPixels(bytes) : { width: null, height: null };
  return { mediaType, ...size, cleanBytes: null };
}

async function inspectSvg(bytes: Uint8Array, mime = "of no known kind"): Promise<InspectedAsset> {
  const text = decodeText(bytes);
  if (text === null || !/^\s*</.test(text)) throw assetRefused(`The file is ${mime}.`);
  const { clean, width, height } = await cleanSvg(text);
  const cleanBytes = Buffer.from(clean);
  if (cleanBytes.length > maxAssetBytes)
    throw assetRefused("The SVG without what is not shown is larger than 10 MiB.");
  return { mediaType: "image/svg+xml", width, height, cleanBytes };
}

/**
 * Decodes XML in UTF-8, or in UTF-16 with its required byte order mark (XML 1.0 §4.3.3). Null in
 * other encodings.
 */
function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
