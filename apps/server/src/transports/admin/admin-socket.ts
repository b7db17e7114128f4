import { chmod } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import fastify, { type FastifyInstance } from "fastify";
import { BackupError } from "../../platform/backup/backup-format.ts";
import { checkPrivate } from "../../platform/data-folder/check-private.ts";
import { MasterKeyError } from "../../platform/keys/master-keys.ts";
import { Problem } from "../../platform/problem.ts";
import { sendProblems } from "../rest/send-problem.ts";
import type { KeyKeeper } from "./key-report.ts";
import { callAsOperator, type AdminRegion, type AdminRequest } from "./admin-call.ts";

const requestSchema = {
  type: "object",
  properties: {
    operation: { type: "string" },
    region: { type: "string" },
    organization: { type: ["string", "null"] },
    operator: { type: "string", maxLength: 100 },
    fields: { type: "object" },
  },
  required: ["operation", "region", "organization", "operator", "fields"],
  additionalProperties: false,
} as const;

/** The operator's backup command. */
export interface BackupRequest {
  readonly region: string;
  /** An absolute path of a file that does not exist yet. */
  readonly file: string;
  readonly operator: string;
}

const backupSchema = {
  type: "object",
  properties: {
    region: { type: "string" },
    file: { type: "string" },
    operator: { type: "string" },
  },
  required: ["region", "file", "operator"],
  additionalProperties: false,
} as const;

/** The operator's command for master keys. */
export interface KeyRequest {
  readonly masterKey: "status" | "rotate";
  readonly operator: string;
}

const keySchema = {
  type: "object",
  properties: {
    masterKey: { type: "string", enum: ["status", "rotate"] },
    operator: { type: "string" },
  },
  required: ["masterKey", "operator"],
  additionalProperties: false,
} as const;

/** A region that can be backed up while it serves calls. */
export interface BackedUpRegion extends AdminRegion {
  backUp(file: string, operator: string, signal?: AbortSignal): Promise<unknown>;
}

/**
 * Listens for the operator's commands on a socket that only the server's own user can use. It
 * requires no credential, because anyone who can open it can also read the data folder.
 */
export async function listenForAdmin(
  socketPath: string,
  regions: readonly BackedUpRegion[],
  keeper: KeyKeeper,
): Promise<FastifyInstance> {
  const app = fastify({ logger: false, bodyLimit: 5 * 1024 * 1024, forceCloseConnections: true });
  sendProblems(app);
  app.post<{ Body: AdminRequest }>(
    "/call",
    { schema: { body: requestSchema } },
    async (request) => ({
      output: (await callAsOperator(regions, request.body)) ?? null,
    }),
  );
  app.post<{ Body: BackupRequest }>(
    "/backup",
    { schema: { body: backupSchema } },
    async (request, reply) => {
      const { region, file, operator } = request.body;
      const found = regions.find((candidate) => candidate.region === region);
      if (found === undefined)
        throw new Problem("UNKNOWN_REGION", `Region ${region} is not served here.`);
      const leaving = abortWhenLeft(reply.raw);
      return { output: await found.backUp(file, operator, leaving).catch(explain) };
    },
  );
  app.post<{ Body: KeyRequest }>(
    "/master-key",
    { schema: { body: keySchema } },
    async (request) => {
      const { masterKey, operator } = request.body;
      const acting = masterKey === "status" ? keeper.report() : keeper.rotate(operator, false);
      return { output: await acting.catch(explain) };
    },
  );
  await app.listen({ path: socketPath });
  await chmod(socketPath, 0o600);
  await checkPrivate(socketPath, "socket", 0o600);
  return app;
}

/** Aborted if the caller disconnects before the answer: the operation is then undone. */
function abortWhenLeft(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) leaving.abort(new Error("The caller disconnected."));
  });
  return leaving.signal;
}

function explain(error: unknown): never {
  throw error instanceof BackupError || error instanceof MasterKeyError
    ? new Problem("VALIDATION_FAILED", error.message, { errors: [] })
    : error;
}
