import { chmod } from "node:fs/promises";
import fastify, { type FastifyInstance } from "fastify";
import { BackupError } from "../../platform/backup/backup-format.ts";
import { checkPrivate } from "../../platform/data-folder/data-folder.ts";
import { Problem } from "../../platform/problem.ts";
import { sendProblems } from "../rest/send-problem.ts";
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

/** What the operator's backup command asks for. */
export interface BackupRequest {
  readonly region: string;
  /** An absolute path; nothing is there yet. */
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

/** A region that can be backed up beside its calls. */
export interface BackedUpRegion extends AdminRegion {
  backUp(file: string, operator: string): Promise<unknown>;
}

/**
 * Listens for the operator's commands on a socket that only the server's own user may use: whoever
 * can open it could read the data folder as well, so it asks for no credential.
 */
export async function listenForAdmin(
  socketPath: string,
  regions: readonly BackedUpRegion[],
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
    async (request) => {
      const { region, file, operator } = request.body;
      const found = regions.find((candidate) => candidate.region === region);
      if (found === undefined)
        throw new Problem("UNKNOWN_REGION", `Region ${region} is not served here.`);
      return { output: await found.backUp(file, operator).catch(explainBackup) };
    },
  );
  await app.listen({ path: socketPath });
  await chmod(socketPath, 0o600);
  await checkPrivate(socketPath, "socket", 0o600);
  return app;
}

function explainBackup(error: unknown): never {
  throw error instanceof BackupError
    ? new Problem("VALIDATION_FAILED", error.message, { errors: [] })
    : error;
}
