import { Failure } from "../outcome/failure.ts";

/** The tokens of a sign-in. `expiresAt` is of the access token, in ms since 1970. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

/** Explains an error of the authorization server (RFC 6749 §5.2, RFC 8628 §3.5). */
export function refuseAnswer(error: string): Failure {
  const { what, fix } = known.get(error) ?? {
    what: `The service refused the sign-in${error === "" ? "" : ` (${error})`}.`,
    fix: "Run `lintel login` again, or store an API key with `lintel login --key`.",
  };
  return new Failure({ exit: "credential", code: "SIGN_IN_FAILED", what, fix });
}

const known: ReadonlyMap<string, { readonly what: string; readonly fix: string }> = new Map([
  [
    "access_denied",
    {
      what: "The sign-in was denied in the browser. Nothing was stored.",
      fix: "Run `lintel login` again if you want to allow it.",
    },
  ],
  [
    "expired_token",
    {
      what: "The sign-in was not completed in time. Nothing was stored.",
      fix: "Run `lintel login` again, and complete it within 10 minutes.",
    },
  ],
]);
