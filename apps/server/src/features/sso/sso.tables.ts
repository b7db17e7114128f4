import type { ColumnType } from "kysely";
import type { SsoFailure, SsoProtocol, SsoStatus } from "@lintel/contract/words/sso";
import type { At, Json, Stamped } from "../../platform/database/column.types.ts";
import type { StoredProvider } from "./oidc/oidc-client.ts";
import type { StoredStep } from "./attempt/attempt-trace.ts";
import type { AttributeNames } from "./attempt/read-person.ts";
import type { StoredCertificate } from "./saml/certificates.ts";

type AtOrNull = ColumnType<Date | null, Date | null, Date | null>;
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

/** What is stored of a SAML provider. */
export interface StoredSaml {
  readonly entityId: string;
  readonly signInUrl: string;
}

/** What is stored of an OpenID Connect provider and of the client there. */
export interface StoredOidc {
  readonly provider: StoredProvider;
  readonly clientId: string;
}

export interface SsoConnectionRow extends Stamped {
  organizationId: string;
  id: string;
  name: string;
  protocol: SsoProtocol;
  status: SsoStatus;
  failure: SsoFailure | null;
  saml: JsonOrNull<StoredSaml>;
  oidc: JsonOrNull<StoredOidc>;
  certificates: Json<StoredCertificate[]>;
  /** Sealed. */
  clientSecret: string | null;
  clientSecretExpiresAt: AtOrNull;
  domains: Json<string[]>;
  attributes: Json<AttributeNames>;
  isJitEnabled: boolean;
  isIdpInitiatedAllowed: boolean;
  isEmailTrusted: boolean;
  metadataUrl: string | null;
  metadataReadAt: AtOrNull;
  /** Why the metadata could not be read the last time. */
  metadataProblem: string | null;
  failedHandshakes: number;
  testedAt: AtOrNull;
  /** The last warning before an expiry, such as `certificate 7`. */
  warned: string | null;
}

export interface SsoAttemptRow {
  organizationId: string;
  connectionId: string;
  id: string;
  startedAt: At;
  isTest: boolean;
  result: "success" | "refused";
  reason: string | null;
  detail: string | null;
  steps: Json<StoredStep[]>;
  received: Json<Record<string, string[]>>;
  requestId: string;
}

/** A sign-in that was begun here, or the ticket of a test. Deleted by its use. */
export interface SsoRequestRow {
  /** Of RelayState or state, or of the ticket. */
  digest: string;
  organizationId: string;
  connectionId: string;
  kind: "signIn" | "test" | "ticket";
  /** Of the cookie of the browser that began it; null for a ticket. */
  browserDigest: string | null;
  /** The ID of the SAML request. */
  samlId: string | null;
  returnTo: string | null;
  /** The session that the browser had; it ends when the new one begins. */
  formerSessionId: ColumnType<string | null, string | null | undefined, never>;
  expiresAt: At;
}

/** An assertion or a code that was used, until it can no longer be replayed. */
export interface AssertionUseRow {
  organizationId: string;
  connectionId: string;
  digest: string;
  expiresAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    ssoConnection: SsoConnectionRow;
    ssoAttempt: SsoAttemptRow;
    ssoRequest: SsoRequestRow;
    assertionUse: AssertionUseRow;
  }
}
