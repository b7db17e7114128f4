import type { Send } from "@lintel/client/http.types";
import { commandClientId } from "@lintel/contract/words/oauth-clients";
import { callEndpoint } from "../network/authorization-server.ts";
import { NetworkFailure } from "../network/network-failure.ts";
import type { SignIn } from "../settings/sign-in-file.ts";

/** Ends a sign-in at the service (RFC 7009). Returns why it failed; null if it has ended. */
export async function revokeSignIn(send: Send, signIn: SignIn): Promise<string | null> {
  try {
    const { status } = await callEndpoint(send, signIn.revocationEndpoint, {
      token: signIn.refreshToken,
      token_type_hint: "refresh_token",
      client_id: commandClientId,
    });
    return status === 200 ? null : `HTTP ${status}`;
  } catch (error) {
    if (error instanceof NetworkFailure) return error.message;
    throw error;
  }
}
