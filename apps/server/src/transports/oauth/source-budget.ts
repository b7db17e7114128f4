import { groupAddress } from "../../platform/rate/group-address.ts";
import type { RateWindow } from "../../platform/rate/rate-window.ts";

const budgets = {
  /** Clients that register themselves. */
  oauthRegistration: { limit: 30, windowMs: 3_600_000 },
  /** Requests for an authorization, which are stored until the person answers. */
  oauthAuthorization: { limit: 120, windowMs: 60_000 },
  /** Codes for devices. */
  oauthDeviceCode: { limit: 30, windowMs: 60_000 },
  /** Metadata documents of clients that are fetched. */
  oauthDocument: { limit: 60, windowMs: 60_000 },
  /** User codes that are tried. */
  oauthUserCode: { limit: 10, windowMs: 60_000 },
} as const;

/** Whether a source may do one more; an IPv6 network counts as one source. */
export async function takeFromSource(
  rateWindow: RateWindow,
  name: keyof typeof budgets,
  source: string,
): Promise<boolean> {
  const answer = await rateWindow.take(`${name}:${groupAddress(source)}`, budgets[name]);
  return answer.isAdmitted;
}
