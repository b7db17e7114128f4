import type { At, Bigint, Json } from "../../platform/database/column.types.ts";

/** A specification of a route; null: the version that was published last, its own base path. */
export interface StoredRouteSpec {
  readonly specId: string;
  readonly versionId: string | null;
  readonly basePath: string | null;
}

export interface EnvironmentRouteRow {
  organizationId: string;
  projectId: string;
  environmentId: string;
  isServed: boolean;
  upstreamUrl: string | null;
  specs: Json<StoredRouteSpec[]>;
  requestsPerMinute: number | null;
  infoUrl: string | null;
  consumerFrom: Json<string[]>;
  modifiedAt: At;
}

/** Where calls for an environment arrive. `''` is every host, 0 every port. */
export interface EnvironmentAddressRow {
  organizationId: string;
  environmentId: string;
  host: string;
  port: number;
  pathPrefix: string;
}

/** The calls of an operation by a consumer with a status in a minute, an hour or a day. */
export interface TrafficCountRow {
  organizationId: string;
  specId: string;
  environmentId: string;
  /** The MD5 of the key, which may be too long for an index. */
  operationDigest: string;
  operationKey: string;
  consumer: string;
  status: number;
  /** The minutes of the bucket: 1, 60 or 1440. */
  grain: number;
  /** The instant at which it begins. */
  bucket: At;
  requests: Bigint;
}

/** Calls that no document describes, by the form of their path. */
export interface UndocumentedCallRow {
  organizationId: string;
  environmentId: string;
  callDigest: string;
  method: string;
  path: string;
  requests: Bigint;
  firstCalledAt: At;
  lastCalledAt: At;
}

/** How many sampled answers of an operation were held against the document, and how many differed. */
export interface CheckedOperationRow {
  organizationId: string;
  environmentId: string;
  versionId: string;
  operationDigest: string;
  operationKey: string;
  checked: Bigint;
  drifted: Bigint;
  lastCheckedAt: At;
}

/** One way in which answers of an operation differed. */
export interface AnswerDriftRow {
  organizationId: string;
  environmentId: string;
  versionId: string;
  operationDigest: string;
  /** The MD5 of status, kind and pointer. */
  driftDigest: string;
  status: number;
  kind: string;
  pointer: string;
  answers: Bigint;
  firstSeenAt: At;
  lastSeenAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    environmentRoute: EnvironmentRouteRow;
    environmentAddress: EnvironmentAddressRow;
    trafficCount: TrafficCountRow;
    undocumentedCall: UndocumentedCallRow;
    checkedOperation: CheckedOperationRow;
    answerDrift: AnswerDriftRow;
  }
}
