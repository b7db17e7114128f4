import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { OauthStorage } from "../../features/oauth/oauth-storage.service.ts";
import { digestSecret } from "../../platform/credentials/secret-format.ts";
import { sealWith, tryToOpen } from "../../platform/crypto/seal.ts";
import { endpoints } from "./metadata.ts";

/**
 * How long the answer to the use of a refresh token is repeated: two windows of a client may use the
 * token at the same time, and an answer may be lost. The token is exchanged once in any case.
 */
export const refreshOverlapMs = 10_000;
/** How long a second request waits for the answer of the first, on whichever node that is. */
const waitMs = 3000;
const stepMs = 50;

/** Keeps answers to refreshes, encrypted under the refresh token, and repeats them. */
export function repeatRefreshes(
  storage: OauthStorage,
): (ctx: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void> {
  return async (ctx, next) => {
    await next();
    if (ctx.path !== endpoints.token) return;
    const params = (ctx.oidc.params ?? {}) as Readonly<Record<string, unknown>>;
    const { grant_type: grantType, refresh_token: token } = params;
    if (grantType !== "refresh_token" || typeof token !== "string") return;
    const key = makeKey(token, params);
    const digest = digestSecret(token);
    if (ctx.status === 200) {
      const answer = sealWith(key, JSON.stringify(ctx.body), digest);
      return storage.saveAnswer(digest, answer);
    }
    if ((ctx.body as { error?: unknown } | null)?.error !== "invalid_grant") return;
    const answer = await findAnswer(storage, digest);
    const opened = answer === null ? null : tryToOpen(key, answer, digest);
    if (opened === null) return;
    ctx.status = 200;
    ctx.body = JSON.parse(opened) as object;
  };
}

/** Only the holder of the refresh token can derive the key, and only for the same request. */
function makeKey(token: string, params: Readonly<Record<string, unknown>>): Buffer {
  const { client_id: clientId, scope = null, resource = null } = params;
  const text = JSON.stringify(["refresh answer", token, clientId, scope, resource]);
  return createHash("sha256").update(text).digest();
}

async function findAnswer(storage: OauthStorage, digest: string): Promise<string | null> {
  for (let waited = 0; waited < waitMs; waited += stepMs) {
    const answer = await storage.findAnswer(digest, refreshOverlapMs);
    if (answer === undefined || answer !== null) return answer ?? null;
    await setTimeout(stepMs);
  }
  return null;
}
