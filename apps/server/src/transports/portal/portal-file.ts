import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import { fileHeaders } from "./security-headers.ts";
import { bodyOf } from "./write-answer.ts";

const immutableCaching = "public, max-age=31536000, immutable";

/** A font of the portal, which is already compressed. */
export function fontFile(bytes: Buffer): ReadyAnswer {
  return readyAnswer({
    status: 200,
    headers: { ...fileHeaders, "content-type": "font/woff2", "cache-control": immutableCaching },
    body: { ...bodyOf(bytes), isCoded: false },
  });
}

/** A file of the portal, which browsers cache: a changed file has a new address. */
export function portalFile(
  bytes: Buffer,
  mediaType: string,
  headers: Readonly<Record<string, string>>,
): ReadyAnswer {
  return readyAnswer({
    status: 200,
    headers: {
      ...headers,
      "content-type": mediaType,
      "cache-control": immutableCaching,
      vary: "accept-encoding",
    },
    body: bodyOf(bytes),
  });
}
