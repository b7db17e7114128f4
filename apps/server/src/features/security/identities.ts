import {
  optionalSecrets,
  secretAuthFields,
  type ScanAuth,
  type ScanIdentity,
} from "@lintel/contract/shapes/scan-identity";
import { explainCertificate } from "@lintel/egress/client-certificate";
import { quote } from "@lintel/json/shorten";
import type { Authentication, Identity } from "@lintel/scanner/identity.types";
import type { Sealer } from "../../platform/crypto/seal.ts";
import { trySealAgain } from "../../platform/keys/sealed-rows.ts";
import { invalid } from "../../platform/problem.ts";
import type { StoredIdentity } from "./scan-profile.tables.ts";

/** What a change of the identities of a profile starts from. */
export interface StoredIdentities {
  readonly identities: readonly StoredIdentity[];
  /** Whether secrets may still be sent where the profile now points. */
  readonly isSameOrigin: boolean;
}

/**
 * Seals the secrets of identities. An identity that is sent without its secret keeps the stored one,
 * if it signs in the same way and at the same origin. To send a secret to another origin, a caller must know it.
 */
export function sealIdentities(
  sealer: Sealer,
  profileId: string,
  given: readonly ScanIdentity[],
  before: StoredIdentities,
): StoredIdentity[] {
  return given.map(({ name, role = null, rank = 1, auth }, at) => {
    if (given.findIndex((other) => other.name === name) < at)
      throw refuse(at, "name", "repeated", `Give the identity ${quote(name)} once.`);
    const { secret, open } = splitAuth(auth, at);
    const place = placeOf(profileId, name);
    const sealed =
      secret === null
        ? keepSecret(sealer, before, { name, auth, place, at })
        : sealer.seal(JSON.stringify(secret), place);
    return { name, role, rank, auth: open, sealed };
  });
}

interface Kept {
  readonly name: string;
  readonly auth: ScanAuth;
  readonly place: string;
  readonly at: number;
}

function keepSecret(
  sealer: Sealer,
  { identities, isSameOrigin }: StoredIdentities,
  { name, auth, place, at }: Kept,
): string {
  const stored = identities.find((one) => one.name === name && one.auth.type === auth.type);
  const field = `auth.${secretAuthFields[auth.type][0] ?? ""}`;
  const isOptional = optionalSecrets.has(auth.type);
  if (stored === undefined && isOptional) return sealer.seal("null", place);
  if (stored === undefined)
    throw refuse(
      at,
      field,
      "required",
      "Is required; only a secret that is stored may be left out.",
    );
  const isEmpty = isOptional && sealer.open(stored.sealed, place) === "null";
  if (!isEmpty && (!isSameOrigin || !asksTheSame(stored.auth, auth)))
    throw refuse(
      at,
      field,
      "required",
      "Send the secret again: it would be sent to another address.",
    );
  return trySealAgain(sealer, stored.sealed, place) ?? stored.sealed;
}

/** Whether a secret is used in the same request as before. */
const asksTheSame = (before: ScanAuth, after: ScanAuth): boolean =>
  addressOf(before) === addressOf(after);

function addressOf(auth: ScanAuth): string {
  if ("path" in auth) return auth.path;
  if ("suiteId" in auth) return auth.suiteId;
  return "tokenPath" in auth ? auth.tokenPath : "";
}

/** Identities as they are shown: each secret is null. */
export const showIdentities = (stored: readonly StoredIdentity[]): ScanIdentity[] =>
  stored.map(({ name, role, rank, auth }) => ({ name, role, rank, auth: showAuth(auth) }));

const showAuth = (auth: ScanAuth): ScanAuth => ({
  ...auth,
  ...Object.fromEntries(secretAuthFields[auth.type].map((field) => [field, null])),
});

/** Identities with their secrets: for a scan, never for an answer. */
export const openIdentities = (
  sealer: Sealer,
  profileId: string,
  stored: readonly StoredIdentity[],
): Identity[] =>
  stored.map(({ name, role, rank, auth, sealed }) => {
    const secret: unknown = JSON.parse(sealer.open(sealed, placeOf(profileId, name)));
    return {
      name,
      role,
      rank,
      auth: joinAuth(auth, secret),
    };
  });

/** The identity with a refresh token that replaced its earlier one; others as they are. */
export const withRefreshToken =
  (sealer: Sealer, profileId: string, name: string, refreshToken: string) =>
  (stored: StoredIdentity): StoredIdentity => {
    if (stored.name !== name || stored.auth.type !== "refreshToken") return stored;
    const place = placeOf(profileId, name);
    const tokens = JSON.parse(sealer.open(stored.sealed, place)) as object;
    return { ...stored, sealed: sealer.seal(JSON.stringify({ ...tokens, refreshToken }), place) };
  };

/** Seals the secrets under the present key. `lost` counts those that no key opens. */
export function sealIdentitiesAgain(
  sealer: Sealer,
  profileId: string,
  stored: readonly StoredIdentity[],
): { identities: StoredIdentity[]; lost: number } {
  let lost = 0;
  const identities = stored.map((identity) => {
    const sealed = trySealAgain(sealer, identity.sealed, placeOf(profileId, identity.name));
    if (sealed === null) lost += 1;
    return { ...identity, sealed: sealed ?? identity.sealed };
  });
  return { identities, lost };
}

/** Several secrets of one sign-in are sealed together, as an object. */
function splitAuth(auth: ScanAuth, at: number): { secret: unknown; open: ScanAuth } {
  const fields = secretAuthFields[auth.type];
  const all = Object.entries(auth) as [string, unknown][];
  const open = Object.fromEntries(all.filter(([name]) => !fields.includes(name))) as ScanAuth;
  const given = all.filter(([name, value]) => fields.includes(name) && value !== null);
  if (given.length === 0) return { secret: null, open };
  if (auth.type === "clientCertificate") checkCertificate(auth, at);
  const [[, only] = []] = given;
  return { secret: fields.length === 1 ? only : Object.fromEntries(given), open };
}

// The shape of the contract with its secrets is that of the engine.
const joinAuth = (auth: ScanAuth, secret: unknown): Authentication => {
  const [field = "", ...more] = secretAuthFields[auth.type];
  const secrets = more.length === 0 ? { [field]: secret } : (secret as object);
  return { ...auth, ...secrets } as Authentication;
};

/** @throws Problem VALIDATION_FAILED for a certificate that cannot be used, or without its key */
function checkCertificate(
  { certificate, key }: Extract<ScanAuth, { type: "clientCertificate" }>,
  at: number,
): void {
  if (typeof certificate !== "string" || typeof key !== "string") {
    const missing = typeof key === "string" ? "certificate" : "key";
    throw refuse(at, `auth.${missing}`, "required", "Send the certificate and its key together.");
  }
  const reason = explainCertificate({ certificate, key });
  if (reason === null) return;
  const field = reason.startsWith("the key") ? "key" : "certificate";
  throw refuse(at, `auth.${field}`, "value", `Cannot be used: ${reason}.`);
}

// Sealed text opens only in its own profile, so it cannot be copied into another one.
const placeOf = (profileId: string, name: string): string => `scanProfile:${profileId}:${name}`;

const refuse = (at: number, field: string, code: string, message: string) =>
  invalid({ field: `identities[${at}].${field}`, code, message });
