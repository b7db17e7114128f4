import { timingSafeEqual } from "node:crypto";
import { noticeKinds, type NoticeKind } from "@lintel/contract/words/notices";
import type { Platform } from "../../platform/kernel/platform.ts";
import { pageAddress } from "../people/page-address.ts";

type Keys = Pick<Platform["keys"], "digests">;

/** Which mail a link ends: for a person, in an organization, of a kind; `all` for a digest. */
export interface Unsubscribed {
  readonly organizationId: string;
  readonly userId: string;
  readonly kind: NoticeKind | "all";
}

/** A link that needs no sign-in and does not expire: mail programs follow it months later (RFC 8058). */
export function unsubscribeLink(
  {
    keys,
    publicOrigin,
    region,
  }: { readonly keys: Keys } & Pick<Platform, "publicOrigin" | "region">,
  given: Unsubscribed,
): string {
  const text = toText(given);
  const token = `${text}.${keys.digests(`unsubscribe:${text}`)[0]}`;
  return pageAddress(publicOrigin(), region, `/unsubscribe/${encodeURIComponent(token)}`);
}

/** null where this server did not make the token, or its master key is gone. */
export function readUnsubscribed(keys: Keys, token: string): Unsubscribed | null {
  const [organizationId = "", userId = "", kind = "", digest = ""] = token.split(".");
  if (kind !== "all" && !noticeKinds.some((one) => one === kind)) return null;
  const read = { organizationId, userId, kind: kind as Unsubscribed["kind"] };
  const given = Buffer.from(digest);
  const isOwn = keys.digests(`unsubscribe:${toText(read)}`).some((expected) => {
    const own = Buffer.from(expected);
    return own.length === given.length && timingSafeEqual(own, given);
  });
  return isOwn ? read : null;
}

const toText = ({ organizationId, userId, kind }: Unsubscribed): string =>
  `${organizationId}.${userId}.${kind}`;
