import { scimReasons, type ScimReason } from "@lintel/contract/words/scim-log";
import type { Principal } from "../../../platform/credentials/principal.ts";
import { digestSecret, secretPrefix } from "../../../platform/credentials/secret-format.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import type { Problem } from "../../../platform/problem.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { renderError } from "@lintel/scim/answers";
import { findReason, listSteps } from "./find-reason.ts";
import { kindOf, maskDetail, maskPath, readReceived, trim } from "./mask-request.ts";
import { keptRequests, storeRequests, type NewRequest } from "./scim-log.store.ts";

/** A request of an identity provider that was answered. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The slug or id of the address. */
  readonly named: string;
  /** Below the address of the organization. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly secret: string | undefined;
  /** null: the credential was not accepted. */
  readonly principal: Principal | null;
  readonly body: unknown;
  readonly userAgent: string | undefined;
  readonly status: number;
  readonly problem: Problem | null;
}

/**
 * The log of a region. Requests are kept in memory and written together, so that none waits for its row and a flood
 * costs no more than a few rows (docs/decisions/0079).
 */
export interface ScimLog {
  note(request: AnsweredRequest): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export type ScimLogPlatform = Pick<Platform, "clock" | "database" | "log" | "region"> & {
  /** Requests must not open a region that is still closed. */
  readonly isOpen: () => boolean;
};

const intervalMs = 500;
/** Of all organizations, between two writes. */
const maxStreams = 1000;

export function createScimLog(platform: ScimLogPlatform): ScimLog {
  /** The last requests of each organization and kind. */
  let streams = new Map<string, NewRequest[]>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const rows = [...streams.values()].flat();
    streams = new Map();
    if (rows.length === 0 || !platform.isOpen()) return;
    try {
      await storeRequests(await platform.database(), rows);
    } catch (error) {
      const { region } = platform;
      platform.log.warn({ err: error, region }, "the log of SCIM requests could not be written");
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  function keep(row: NewRequest): void {
    const name = `${row.organizationId ?? row.slug} ${row.result} ${row.isTokenAccepted}`;
    const stream = streams.get(name) ?? [];
    if (stream.length === 0) {
      if (streams.size >= maxStreams) return;
      streams.set(name, stream);
    }
    stream.push(row);
    if (stream.length > keptRequests) stream.shift();
    timer ??= setTimeout(() => void flush(), intervalMs).unref();
  }

  return {
    note(request) {
      if (!isClosed) keep(describeRequest(platform, request));
    },
    flush,
    async close() {
      isClosed = true;
      await flush();
    },
  };
}

function describeRequest(
  { clock }: Pick<ScimLogPlatform, "clock">,
  request: AnsweredRequest,
): NewRequest {
  const { method, path, query, secret, principal, body, userAgent, status, problem } = request;
  const isAdmitted = principal?.actor.type === "scimToken";
  const reason = problem === null ? null : findReason({ problem, isAdmitted, secret });
  const detail = problem === null ? null : maskDetail(problem.detail);
  const isTokenAccepted = isAdmitted && !endsBefore(reason);
  const hasBody = body !== undefined && body !== null;
  const isInAddress = reason === "TOKEN_IN_ADDRESS";
  return {
    id: clock.newId(),
    ...findPlace(request, isTokenAccepted),
    startedAt: clock.now().toISOString(),
    isTokenAccepted,
    ...describeToken(secret),
    method: trim(method, 20),
    path: maskPath(path, isInAddress ? {} : query),
    userAgent: userAgent === undefined ? null : trim(userAgent),
    result: problem === null ? "success" : "refused",
    status,
    scimType: problem === null ? null : findScimType(problem),
    reason,
    detail,
    steps: listSteps(reason, detail, hasBody),
    received: hasBody ? readReceived(body, kindOf(path)) : {},
    requestId: request.requestId,
  };
}

/** Whether a reason ends a request before its token is accepted. */
const endsBefore = (reason: ScimReason | null): boolean =>
  reason !== null && ["address", "token"].includes(scimReasons[reason].step);

function findPlace({ principal, named }: AnsweredRequest, isTokenAccepted: boolean) {
  if (isTokenAccepted) return { organizationId: principal?.organizationId ?? null, slug: null };
  return isUuid(named)
    ? { organizationId: named, slug: null }
    : { organizationId: null, slug: trim(named) };
}

/** Nothing is kept of a text that Lintel did not make, such as a password. */
function describeToken(secret: string | undefined) {
  if (secret?.startsWith("svc_") !== true) return { tokenPrefix: null, digest: null };
  return { tokenPrefix: trim(secretPrefix(secret)), digest: digestSecret(secret) };
}

const findScimType = ({ code, detail }: Problem): string | null =>
  renderError(code, detail).scimType ?? null;
