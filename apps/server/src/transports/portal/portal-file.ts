import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import { bodyOf } from "./write-answer.ts";

/** A file of the portal itself, which browsers keep: another one has another address. */
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
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
    },
    body: bodyOf(bytes),
  });
}
