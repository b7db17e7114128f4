import type { CustomFetch } from "openid-client";
import { EgressError } from "@lintel/egress/egress-error";
import type { Egress } from "@lintel/egress/egress.types";
import { refuseSignIn } from "../attempt/sso-refusal.ts";

const maxBodyBytes = 1024 * 1024;
const timeoutMs = 10_000;

/** The library's requests go through the guarded client, without redirects. */
export function createEgressFetch(egress: Egress): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = {
      method,
      url,
      headers: Object.entries(headers),
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      maxRedirects: 0,
      maxBodyBytes,
      timeoutMs,
    };
    const answer = await egress.send(sent).catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw refuseSignIn("OIDC_PROVIDER_UNREACHABLE", error.message);
    });
    const isEmpty = [101, 204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : Buffer.from(answer.body), {
      status: answer.status,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    });
  };
}

/** The library sends forms. */
function textOf(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("The body of a request to a provider is not a form.");
}
