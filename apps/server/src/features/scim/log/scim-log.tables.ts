import type { At, Json } from "../../../platform/database/column.types.ts";
import type { StoredStep } from "./find-reason.ts";
import type { Received } from "./mask-request.ts";

/** One of the last requests of identity providers. */
export interface ScimRequestRow {
  organizationId: string;
  id: string;
  startedAt: At;
  isTokenAccepted: boolean;
  /** null: no token of the organization. */
  tokenName: string | null;
  tokenPrefix: string | null;
  method: string;
  path: string;
  userAgent: string | null;
  result: "success" | "refused";
  status: number;
  scimType: string | null;
  reason: string | null;
  detail: string | null;
  steps: Json<readonly StoredStep[]>;
  received: Json<Received>;
  requestId: string;
}

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    scimRequest: ScimRequestRow;
  }
}
