import type { ColumnType } from "kysely";
import type { At, Json, Stamped } from "../database/column.types.ts";

/** A client that registered itself (RFC 7591). */
export interface OauthClientRow {
  id: string;
  metadata: Json<Record<string, unknown>>;
  createdAt: At;
  lastUsedAt: At;
}

/** What a person allowed a client to do in an organization. */
export interface OauthGrantRow extends Stamped {
  organizationId: string;
  id: string;
  userId: string;
  clientId: string;
  clientName: string;
  /** The host that the client was sent back to; null for a device. */
  redirectHost: string | null;
  permissions: Json<string[]>;
  projectId: string | null;
  lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** A code, a token or an authorization request, by the digest of its value. */
export interface OauthArtifactRow {
  digest: string;
  kind: string;
  grantId: string | null;
  userCodeDigest: string | null;
  /** JSON without the value itself. */
  payload: string;
  expiresAt: At;
  consumedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The answer to the one use of a refresh token, encrypted under that token. */
  answer: ColumnType<string | null, string | null | undefined, string | null>;
}

declare module "../database/tables.ts" {
  interface Tables {
    oauthClient: OauthClientRow;
    oauthGrant: OauthGrantRow;
    oauthArtifact: OauthArtifactRow;
  }
}
