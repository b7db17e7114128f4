import type { Masker } from "@lintel/masking/masker";
import type { Credential, Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import type { Sender } from "../traffic/create-sender.ts";
import type { ScanClock } from "../traffic/pace.ts";
import { isRefused } from "../traffic/judge-answer.ts";
import type { Authentication, Identity } from "./identity.types.ts";
import { parseToken, readBearer, readLifetime } from "./json-web-token.ts";
import { signIn } from "./sign-in.ts";

/** The identities of a scan, signed in when they are first needed. */
export interface Sessions {
  readonly identities: readonly Identity[];
  /** The credential of an identity. @throws ScanEnd signInFailed */
  credentialOf(name: string): Promise<Credential>;
  /**
   * Sends a request as an identity, or without a credential for null. An identity that signs in by
   * a request does so again where its token is refused and is no longer new, because tokens may live
   * for a minute.
   */
  send(draft: RequestDraft, name: string | null): Promise<Exchange>;
  /** The answer that gave the identity its credential; null if its sign-in sends no request. */
  signInOf(name: string): Promise<Exchange | null>;
  /** Credentials of an identity that by their own claims expired within the scan. */
  expiredOf(name: string): readonly Credential[];
}

/** Targets may accept a token for a short time after its end, because clocks differ (RFC 7519 §4.1.4). */
const leewayMs = 5 * 60_000;

interface Issued {
  readonly name: string;
  readonly credential: Credential;
  readonly exchange: Exchange | null;
  /** By the clock of the scan. A pasted token is older, which does not matter: it ends earlier. */
  readonly at: number;
}

/** A newer token that is refused was refused for another reason than its age. */
const newMs = 30_000;

const renewable = new Set<Authentication["type"]>([
  "clientCredentials",
  "login",
  "form",
  "refreshToken",
]);

export interface SessionTools {
  readonly clock: Pick<ScanClock, "now">;
  /** Stores a refresh token that replaced an earlier one, before it is used. */
  readonly onRefreshToken?: ((identity: string, refreshToken: string) => Promise<void>) | undefined;
}

export function openSessions(
  identities: readonly Identity[],
  sender: Sender,
  masker: Masker,
  { clock, onRefreshToken }: SessionTools,
): Sessions {
  const signedIn = new Map<string, Promise<Credential>>();
  const signedInAt = new Map<string, number>();
  const issued: Issued[] = [];
  const refreshTokens = new Map<string, string>();

  const identityOf = (name: string): Identity => {
    const identity = identities.find((one) => one.name === name);
    if (identity === undefined) throw new RangeError(`There is no identity "${name}".`);
    return identity;
  };

  async function open(identity: Identity): Promise<Credential> {
    const { name, auth } = identity;
    masker.learn(listSecrets(auth));
    const present = refreshTokens.get(name);
    const own =
      auth.type === "refreshToken" && present !== undefined
        ? { ...auth, tokens: { ...auth.tokens, refreshToken: present } }
        : auth;
    let exchange: Exchange | null = null;
    const at = clock.now();
    const { credential, refreshToken } = await signIn({ ...identity, auth: own }, async (draft) => {
      exchange = await sender.send(draft, null, null);
      return exchange;
    });
    issued.push({ name, credential, exchange, at });
    if (refreshToken !== null) {
      masker.learn(refreshToken);
      refreshTokens.set(name, refreshToken);
      await onRefreshToken?.(name, refreshToken);
    }
    // The scheme before a token is no secret, and shows a reader what kind of credential it is.
    const values = [...credential.headers, ...credential.query].map(([, value]) => value);
    masker.learn(values.map((value) => value.replace(/^(?:Bearer|Basic) /, "")));
    const cookies = credential.headers.find(([header]) => header === "Cookie")?.[1] ?? "";
    masker.learn(cookies.split("; ").map((cookie) => cookie.slice(cookie.indexOf("=") + 1)));
    return credential;
  }

  async function credentialOf(name: string): Promise<Credential> {
    const known = signedIn.get(name) ?? open(identityOf(name));
    if (!signedIn.has(name)) signedInAt.set(name, clock.now());
    signedIn.set(name, known);
    return known;
  }

  return {
    identities,
    credentialOf,
    async signInOf(name) {
      await credentialOf(name);
      return issued.find((one) => one.name === name)?.exchange ?? null;
    },
    expiredOf: (name) =>
      issued
        .filter((one) => one.name === name && isExpired(one, clock.now()))
        .map(({ credential }) => credential),
    async send(draft, name) {
      if (name === null) return sender.send(draft, null, null);
      const credential = await credentialOf(name);
      const used = signedIn.get(name);
      const exchange = await sender.send(draft, name, credential);
      const isOld = clock.now() - (signedInAt.get(name) ?? 0) > newMs;
      const isRenewable = isExpiry(exchange) && isOld && renewable.has(identityOf(name).auth.type);
      if (!isRenewable) return exchange;
      // Unless another request has signed in again: a refresh token is only used once.
      if (signedIn.get(name) === used) signedIn.delete(name);
      return sender.send(draft, name, await credentialOf(name));
    },
  };
}

function isExpired({ credential, at }: Issued, now: number): boolean {
  const lifetime = readLifetime(parseToken(readBearer(credential)));
  return lifetime !== null && now - at > lifetime * 1000 + leewayMs;
}

/** 401, or a redirect to a page for signing in. */
const isExpiry = (exchange: Exchange): boolean =>
  exchange.status === 401 ||
  (exchange.status >= 300 && exchange.status < 400 && isRefused(exchange));

function listSecrets(auth: Authentication): unknown[] {
  switch (auth.type) {
    case "bearer":
      return [auth.token];
    case "basic":
      return [auth.password];
    case "key":
      return [auth.value];
    case "clientCredentials":
      return [auth.clientSecret];
    case "refreshToken":
      return Object.values(auth.tokens);
    default:
      return Object.entries(auth.type === "form" ? auth.fields : auth.body).flatMap(
        ([name, value]) => (/user|mail/i.test(name) ? [] : [value]),
      );
  }
}
