import type { SentRequest } from "@lintel/contract/shapes/sent-request";
import type { HeaderField } from "@lintel/egress/hop";

type Cookies = NonNullable<SentRequest["response"]>["cookies"];

/** The cookies that a response sets, as a browser reads them (RFC 6265 §5.2). */
export function readCookies(headers: readonly HeaderField[]): Cookies {
  return headers
    .filter(([name]) => name === "set-cookie")
    .map(([, value]) => {
      const [pair = "", ...attributes] = value.split(";").map((part) => part.trim());
      const at = pair.indexOf("=");
      return { name: pair.slice(0, Math.max(0, at)), value: pair.slice(at + 1), attributes };
    });
}
