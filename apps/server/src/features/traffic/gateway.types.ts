import type { TrafficOperation } from "@lintel/contract/shapes/traffic";
import type { Drift } from "@lintel/traffic/find-drift";
import type { StoredTexts } from "../../domain/design/stored-texts.ts";

/** What a gateway needs to know of an environment that it serves. */
export interface ServedRoute {
  readonly organizationId: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly addresses: readonly {
    /** `''`: every host. */
    readonly host: string;
    /** 0: every port. */
    readonly port: number;
    readonly pathPrefix: string;
  }[];
  readonly upstreamUrl: string;
  readonly requestsPerMinute: number | null;
  readonly infoUrl: string | null;
  readonly consumerFrom: readonly string[];
  /** The digests of the project's registered consumers, which are always counted by name. */
  readonly registered: ReadonlySet<string>;
  readonly operations: readonly TrafficOperation[];
}

/** Calls of an operation by a consumer with a status in a minute. */
export interface TrafficCount {
  readonly specId: string;
  readonly environmentId: string;
  readonly method: string;
  readonly template: string;
  readonly consumer: string;
  readonly status: number;
  /** The instant at which the minute begins, in ISO 8601. */
  readonly minute: string;
  readonly requests: number;
}

/** Calls that match no operation. */
export interface UndocumentedCount {
  readonly environmentId: string;
  readonly method: string;
  /** Numbers and ids are replaced by `{}`. */
  readonly path: string;
  readonly lastCalledAt: string;
  readonly requests: number;
}

/** A sampled answer that was held against the document. */
export interface CheckedAnswer {
  readonly environmentId: string;
  readonly versionId: string;
  readonly method: string;
  readonly template: string;
  readonly status: number;
  /** In ISO 8601. */
  readonly at: string;
  /** Empty: it is as the document says. */
  readonly drifts: readonly Drift[];
}

/** Counts of a project. Written once, however often it is sent. */
export interface TrafficBatch {
  readonly organizationId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly calls: readonly TrafficCount[];
  readonly undocumented: readonly UndocumentedCount[];
  readonly answers: readonly CheckedAnswer[];
}

/** What a gateway needs of a region. */
export interface GatewaySource {
  /** Changes when a route, a plan or a published version does. */
  readStamp(): Promise<string>;
  readRoutes(): Promise<ServedRoute[]>;
  writeCounts(batch: TrafficBatch): Promise<void>;
  /** What the document of a published version is made of; null where it is gone, or too large to check answers. */
  readDocument(organizationId: string, versionId: string): Promise<StoredTexts | null>;
  /** What a caller is stored as. */
  digestConsumer(organizationId: string, consumer: string): string;
}
