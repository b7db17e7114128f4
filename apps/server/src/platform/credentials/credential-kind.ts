import type { Database } from "../database/open-database.ts";
import type { Principal } from "./principal.ts";

/** A credential as one statement read it. It is kept between calls, and proved at every call. */
export interface ResolvedCredential {
  readonly principal: Principal;
  /**
   * What was read holds for as long as the organization has this `auth_version`. Null for a caller
   * without an organization, who is not cached.
   */
  readonly proof: { readonly organizationId: string; readonly authVersion: string } | null;
  /** Milliseconds since the epoch; Infinity: never. */
  readonly expiresAt: number;
  /** The last use that this node knows of. */
  lastUsedAt: Date | null;
  /** @throws Problem where this credential is not accepted, by the tool server (for agents) or by REST. */
  readonly checkTransport?: (isAgent: boolean) => void;
}

/** A kind of credential that callers send as a secret. The prefix of the secret names the kind. */
export interface CredentialKind {
  readonly prefix: string;
  /** Whether it belongs to a person, so that each call names the organization. */
  readonly isOfPerson: boolean;
  /** What a refusal of status 401 asks for in `WWW-Authenticate` (RFC 9110 §11.6.1). */
  readonly challenge: string;
  /** @throws Problem where the kind is not accepted, by the tool server (for agents) or by REST. */
  checkTransport(isAgent: boolean): void;
  /**
   * Reads a credential by the digest of its secret, in one joined statement; null where it is unknown.
   *
   * @param named the id or the slug of the organization that the call names, where it names one.
   * @throws Problem where the credential is revoked or expired, or its owner is no member.
   */
  resolve(
    db: Database,
    digest: string,
    now: Date,
    named: string | null,
  ): Promise<ResolvedCredential | null>;
  /** Writes that the credential was used, unless that was written after `since`. */
  writeUse(db: Database, used: ResolvedCredential, now: Date, since: Date): Promise<void>;
}
