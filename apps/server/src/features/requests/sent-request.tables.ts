import type { SentRequest } from "@lintel/contract/shapes/sent-request";
import type { TestRequest } from "@lintel/contract/shapes/test-request";
import type { At, Json } from "../../platform/database/column.types.ts";

export interface SentRequestRow {
  organizationId: string;
  projectId: string;
  id: string;
  /** The id of the person, or the name of another caller. */
  sentBy: string;
  sentAt: At;
  endpointId: string | null;
  environmentId: string | null;
  environmentName: string | null;
  method: string;
  /** As it was called; as it was written if it could not be called. */
  url: string;
  status: number | null;
  elapsedMs: number;
  sizeBytes: number | null;
  errorCode: string | null;
  template: Json<TestRequest>;
  /** Without any credential. */
  exchange: Json<KeptExchange>;
}

export type KeptExchange = Pick<
  SentRequest,
  "request" | "response" | "redirects" | "timing" | "error"
>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    sentRequest: SentRequestRow;
  }
}
