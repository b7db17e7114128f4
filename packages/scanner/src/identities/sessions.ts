import type { Masker } from "@lintel/masking/masker";
import type { Credential, Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import type { Sender } from "../traffic/create-sender.ts";
import type { ScanClock } from "../traffic/pace.ts";
import { isRefused } from "../traffic/judge-answer.ts";
import type { Authentication, Identity } from "./identity.types.ts";
import { parseToken, readBearer, readLifetime } from "./json-web-token.ts";
import { runTokenCase } from "./run-token-case.ts";
import { showCertificate } from "./show-certificate.ts";
import { bearer, signIn, type SignedIn } from "./sign-in.ts";
import type { ExtractToken } from "./token-extractor.types.ts";

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

interface Proved extends SignedIn {
  readonly exchange: Exchange | null;
}

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
  "suiteCase",
]);

export interface SessionTools {
  readonly clock: Pick<ScanClock, "now">;
  /** Stores a refresh token that replaced an earlier one, before it is used. */
  readonly onRefreshToken?: ((identity: string, refreshToken: string) => Promise<void>) | undefined;
  /** Runs the case of a suite that gives a token. */
  readonly extractToken?: ExtractToken | undefined;
}

export function openSessions(
  identities: readonly Identity[],
  sender: Sender,
  masker: Masker,
  { clock, onRefreshToken, extractToken }: SessionTools,
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

  async function prove({ name, role, rank, auth }: Identity): Promise<Proved> {
    if (auth.type === "clientCertificate") {
      const shown = await showCertificate(name, auth, (...sent) => sender.send(...sent));
      // A certificate is not in the answer, so that no account is read from it.
      return { credential: shown.credential, refreshToken: null, exchange: null };
    }
    if (auth.type === "suiteCase") {
      const token = await runTokenCase(name, auth, sender, extractToken);
      return { credential: bearer(token), refreshToken: null, exchange: null };
    }
    let exchange: Exchange | null = null;
    const signedIn = await signIn({ name, role, rank, auth }, async (draft) => {
      exchange = await sender.send(draft, null, null);
      return exchange;
    });
    return { ...signedIn, exchange };
  }

  async function open(identity: Identity): Promise<Credential> {
    const { name, auth } = identity;
    masker.learn(listSecrets(auth));
    const present = refreshTokens.get(name);
    const own =
      auth.type === "refreshToken" && present !== undefined
        ? { ...auth, tokens: { ...auth.tokens, refreshToken: present } }
        : auth;
    const at = clock.now();
    const { credential, refreshToken, exchange } = await prove({ ...identity, auth: own });
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
    case "clientCertificate":
      return [auth.key];
    case "suiteCase":
      return withoutNames(auth.variables ?? {});
    default:
      return withoutNames(auth.type === "form" ? auth.fields : auth.body);
  }
}

/** The names of accounts are no secrets. */
const withoutNames = (values: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(values).flatMap(([name, value]) => (/user|mail/i.test(name) ? [] : [value]));
