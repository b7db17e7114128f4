import { readContentCodings } from "./decode-body.ts";
import type { HeaderField } from "./hop.ts";
import { readHeader } from "./hop.ts";
import type { BodyEvents, BodyReceiver } from "./receive-body.ts";
import {
  createCuttingReceiver,
  createDecodingReceiver,
  createDiscardingReceiver,
  createPlainReceiver,
  maxCodedBytes,
  refuseSize,
} from "./receive-body.ts";
import { readRedirect } from "./redirects.ts";

export interface AnswerHead {
  readonly status: number;
  readonly headers: readonly HeaderField[];
}

export interface ReceiveRules {
  readonly maxBodyBytes: number;
  /** Redirects are followed, so their own bodies are not used. */
  readonly isFollowing: boolean;
  /** The beginning of a long body is enough. */
  readonly cutsBody: boolean;
}

/** @throws EgressError BODY_TOO_LARGE, DECODE_FAILED: before the body is read */
export function chooseReceiver(
  method: string,
  head: AnswerHead,
  { maxBodyBytes, isFollowing, cutsBody }: ReceiveRules,
  events: BodyEvents,
): BodyReceiver {
  if (isFollowing && readRedirect(head.status, head.headers) !== undefined) {
    return createDiscardingReceiver(events);
  }
  // RFC 9110 §6.4.1: no content, even if the headers announce some.
  if (method === "HEAD" || head.status === 204 || head.status === 304) {
    return createPlainReceiver(maxBodyBytes, events);
  }
  if (cutsBody) return createCuttingReceiver(maxBodyBytes, events);
  const fields = head.headers.filter(([name]) => name === "content-encoding");
  const codings =
    fields.length === 0 ? [] : readContentCodings(fields.map(([, value]) => value).join(","));
  const length = Number(readHeader(head.headers, "content-length") ?? 0);
  if (length > (codings.length === 0 ? maxBodyBytes : maxCodedBytes(maxBodyBytes))) {
    throw refuseSize(maxBodyBytes);
  }
  return codings.length === 0
    ? createPlainReceiver(maxBodyBytes, events)
    : createDecodingReceiver(codings, maxBodyBytes, events);
}
