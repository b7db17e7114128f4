import { imageSize } from "image-size";
import { assetRefused } from "./asset-refused.ts";

/** A browser needs four bytes for each pixel: 200 MB. */
const maxPixels = 50_000_000;

/**
 * Reads the displayed width and height of a picture from its headers, without decompressing it.
 *
 * @throws Problem ASSET_REFUSED if they cannot be read, or are more than a browser should
 * decompress.
 */
export function readPixels(bytes: Uint8Array): { width: number; height: number } {
  const { width, height, orientation = 1 } = readHeader(bytes);
  if (!(width > 0 && height > 0)) throw broken();
  if (width * height > maxPixels)
    throw assetRefused(
      `The picture has ${width} × ${height} pixels; at most ${maxPixels} together are taken.`,
    );
  // Exif 2.32 §4.6.4: orientations 5 to 8 are rotated by 90°.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function readHeader(bytes: Uint8Array): ReturnType<typeof imageSize> {
  try {
    return imageSize(bytes);
  } catch {
    throw broken();
  }
}

function broken() {
  return assetRefused("The picture's width and height cannot be read: it is cut off or broken.");
}
