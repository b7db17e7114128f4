import type { Masker } from "@lintel/masking/masker";
import type { Credential, Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import type { Sender } from "../traffic/create-sender.ts";
import type { ScanClock } from "../traffic/pace.ts";
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

const canRenew = ({ type }: Authentication): boolean =>
  type === "clientCredentials" || type === "login";

export function openSessions(
  identities: readonly Identity[],
  sender: Sender,
  masker: Masker,
  clock: Pick<ScanClock, "now">,
): Sessions {
  const signedIn = new Map<string, Promise<Credential>>();
  const signedInAt = new Map<string, number>();
  const issued: Issued[] = [];

  const identityOf = (name: string): Identity => {
    const identity = identities.find((one) => one.name === name);
    if (identity === undefined) throw new RangeError(`There is no identity "${name}".`);
    return identity;
  };

  async function open(identity: Identity): Promise<Credential> {
    masker.learn(listSecrets(identity.auth));
    let exchange: Exchange | null = null;
    const at = clock.now();
    const credential = await signIn(identity, async (draft) => {
      exchange = await sender.send(draft, null, null);
      return exchange;
    });
    issued.push({ name: identity.name, credential, exchange, at });
    // The scheme before a token is no secret, and shows a reader what kind of credential it is.
    const values = [...credential.headers, ...credential.query].map(([, value]) => value);
    masker.learn(values.map((value) => value.replace(/^(?:Bearer|Basic) /, "")));
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
      const exchange = await sender.send(draft, name, await credentialOf(name));
      const isOld = clock.now() - (signedInAt.get(name) ?? 0) > newMs;
      const isRenewable = exchange.status === 401 && isOld && canRenew(identityOf(name).auth);
      if (!isRenewable) return exchange;
      signedIn.delete(name);
      return sender.send(draft, name, await credentialOf(name));
    },
  };
}

function isExpired({ credential, at }: Issued, now: number): boolean {
  const lifetime = readLifetime(parseToken(readBearer(credential)));
  return lifetime !== null && now - at > lifetime * 1000 + leewayMs;
}

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
    default:
      return Object.entries(auth.body).flatMap(([name, value]) =>
        /user|mail/i.test(name) ? [] : [value],
      );
  }
}
