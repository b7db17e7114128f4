import { scimReasons, type ScimReason } from "@lintel/contract/words/scim-log";
import type { Principal } from "../../../platform/credentials/principal.ts";
import { isProvider } from "../../../platform/credentials/scim-token.ts";
import { digestSecret, secretPrefix } from "../../../platform/credentials/secret-format.ts";
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
    const { organizationId, slug } = row.place;
    const name = `${organizationId ?? slug} ${row.result} ${row.isTokenAccepted}`;
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

/** A request that waits for being written. */
interface Noted {
  readonly place: RequestPlace;
  readonly result: "success" | "refused";
  readonly isTokenAccepted: boolean;
  /** Masks it, or gives what was masked. */
  readonly toRow: () => NewRequest;
}

/** Masks and writes the requests of organizations that exist: nothing is done for invented ones. */
async function storeNoted(db: Database, noted: readonly Noted[]): Promise<void> {
  const named = await selectNamed(
    db,
    noted.map(({ place }) => place),
  );
  const rows = noted.filter(({ place }) => named(place)).map(({ toRow }) => toRow());
  if (rows.length > 0) await storeRequests(db, rows);
}

/** Without an accepted token, anybody can send it, and it has no body: it is masked only if it is written. */
function noteRequest({ clock }: Pick<ScimLogPlatform, "clock">, request: AnsweredRequest): Noted {
  const { secret, principal, problem } = request;
  const isAdmitted = isProvider(principal);
  const reason = problem === null ? null : findReason({ problem, isAdmitted, secret });
  const isTokenAccepted = isAdmitted && !endsBefore(reason);
  const result = problem === null ? "success" : "refused";
  const place = findPlace(request, isTokenAccepted);
  const known = {
    id: clock.newId(),
    ...place,
    startedAt: clock.now().toISOString(),
    isTokenAccepted,
    ...describeToken(secret),
    result,
    reason,
    scimType: problem === null ? null : findScimType(problem),
  } as const;
  if (!isAdmitted) {
    const short = shortenRequest(request);
    return { place, result, isTokenAccepted, toRow: () => maskRequest(known, short) };
  }
  const row = maskRequest(known, request);
  return { place, result, isTokenAccepted, toRow: () => row };
}

type Known = Omit<NewRequest, keyof Masked>;

type Masked = Pick<
  NewRequest,
  "method" | "path" | "userAgent" | "status" | "detail" | "steps" | "received" | "requestId"
>;

type Shown = Pick<
  AnsweredRequest,
  "requestId" | "method" | "path" | "query" | "body" | "userAgent" | "status"
> & { readonly problem: Pick<Problem, "code" | "detail"> | null };

function shortenRequest(request: AnsweredRequest): Shown {
  const { requestId, method, path, query, userAgent, status, problem } = request;
  return {
    requestId,
    method: trim(method, 20),
    path: trim(path, maxDetail),
    query: pickShown(query),
    body: null,
    userAgent: userAgent === undefined ? undefined : trim(userAgent, 200),
    status,
    problem:
      problem === null ? null : { code: problem.code, detail: trim(problem.detail, maxDetail) },
  };
}

function maskRequest(known: Known, request: Shown): NewRequest {
  const { requestId, method, path, query, body, userAgent, status, problem } = request;
  const { reason } = known;
  const kind = kindOf(path);
  const detail = problem === null ? null : maskDetail(problem, kind);
  const hasBody = body !== undefined && body !== null;
  return {
    ...known,
    method: trim(method, 20),
    path: maskPath(path, reason === "TOKEN_IN_ADDRESS" ? {} : query),
    userAgent: userAgent === undefined ? null : trim(userAgent, 200),
    status,
    detail,
    steps: listSteps(known.reason as ScimReason | null, detail, hasBody),
    received: hasBody ? readReceived(body, kind) : {},
    requestId,
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
  if (secret?.startsWith("svc_") !== true) return { tokenPrefix: null, digest: null };
  return { tokenPrefix: trim(secretPrefix(secret), 200), digest: digestSecret(secret) };
}

const findScimType = ({ code, detail }: Problem): string | null =>
  renderError(code, detail).scimType ?? null;
