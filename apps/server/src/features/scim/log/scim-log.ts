import { scimReasons, type ScimReason } from "@lintel/contract/words/scim-log";
import type { Principal } from "../../../platform/credentials/principal.ts";
import { isProvider } from "../../../platform/credentials/scim-token.ts";
import {
  digestSecret,
  isOwnSecret,
  secretPrefix,
} from "../../../platform/credentials/secret-format.ts";
import type { Database } from "../../../platform/database/open-database.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import type { Problem } from "../../../platform/problem.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { renderError } from "@lintel/scim/answers";
import { findReason, listSteps } from "./find-reason.ts";
import {
  kindOf,
  maskDetail,
  maskPath,
  maxDetail,
  pickShown,
  readReceived,
} from "./mask-request.ts";
import { trim } from "./mask-terms.ts";
import {
  keptRequests,
  selectNamed,
  storeRequests,
  type NewRequest,
  type RequestPlace,
} from "./scim-log.store.ts";

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
  let streams = new Map<string, Noted[]>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const noted = [...streams.values()].flat();
    streams = new Map();
    if (noted.length === 0 || !platform.isOpen()) return;
    try {
      await storeNoted(await platform.database(), noted);
    } catch (error) {
      const { region } = platform;
      platform.log.warn({ err: error, region }, "the log of SCIM requests could not be written");
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  function keep(row: Noted): void {
    const { organizationId, slug, result, isTokenAccepted } = row;
    const name = `${organizationId ?? slug} ${result} ${isTokenAccepted}`;
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
      if (!isClosed) keep(noteRequest(platform, request));
    },
    flush,
    async close() {
      isClosed = true;
      await flush();
    },
  };
}

/** A request that waits to be written: shortened, and not masked yet. */
type Noted = Omit<NewRequest, "path" | "detail" | "steps"> & {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly reason: ScimReason | null;
  readonly problem: Pick<Problem, "code" | "detail"> | null;
  readonly hasBody: boolean;
};

/** Masks and writes the requests of organizations that exist: nothing is done for invented ones. */
async function storeNoted(db: Database, noted: readonly Noted[]): Promise<void> {
  const rows = noted.filter(await selectNamed(db, noted)).map(maskRequest);
  if (rows.length > 0) await storeRequests(db, rows);
}

/** Reads the body at once, which may be large; only a request with an accepted token has one. */
function noteRequest({ clock }: Pick<ScimLogPlatform, "clock">, request: AnsweredRequest): Noted {
  const { requestId, method, query, secret, principal, body, userAgent, status, problem } = request;
  const isAdmitted = isProvider(principal);
  const reason = problem === null ? null : findReason({ problem, isAdmitted, secret });
  const isTokenAccepted = isAdmitted && !endsBefore(reason);
  const path = trim(request.path, maxDetail);
  const hasBody = isAdmitted && body !== undefined && body !== null;
  return {
    id: clock.newId(),
    ...findPlace(request, isTokenAccepted),
    startedAt: clock.now().toISOString(),
    isTokenAccepted,
    ...describeToken(secret),
    result: problem === null ? "success" : "refused",
    reason,
    scimType: problem === null ? null : findScimType(problem),
    problem:
      problem === null ? null : { code: problem.code, detail: trim(problem.detail, maxDetail) },
    method: trim(method, 20),
    path,
    query: pickShown(query),
    userAgent: userAgent === undefined ? null : trim(userAgent, 200),
    status,
    hasBody,
    received: hasBody ? readReceived(body, kindOf(path)) : {},
    requestId,
  };
}

function maskRequest({ query, problem, hasBody, ...noted }: Noted): NewRequest {
  const { path, reason } = noted;
  const detail = problem === null ? null : maskDetail(problem, kindOf(path));
  return {
    ...noted,
    path: maskPath(path, reason === "TOKEN_IN_ADDRESS" ? {} : query),
    detail,
    steps: listSteps(reason, detail, hasBody),
  };
}

/** Whether a reason ends a request before its token is accepted. */
const endsBefore = (reason: ScimReason | null): boolean =>
  reason !== null && ["address", "token"].includes(scimReasons[reason].step);

function findPlace({ principal, named }: AnsweredRequest, isTokenAccepted: boolean): RequestPlace {
  if (isTokenAccepted) return { organizationId: principal?.organizationId ?? null, slug: null };
  return isUuid(named)
    ? { organizationId: named, slug: null }
    : { organizationId: null, slug: trim(named, 200) };
}

/** Nothing is kept of a text that Lintel did not make, such as a password. */
function describeToken(secret: string | undefined) {
  if (secret === undefined || !isOwnSecret(secret)) return { tokenPrefix: null, digest: null };
  return { tokenPrefix: trim(secretPrefix(secret), 200), digest: digestSecret(secret) };
}

const findScimType = ({ code, detail }: Problem): string | null =>
  renderError(code, detail).scimType ?? null;
