import { chmod } from "node:fs/promises";
import fastify, { type FastifyInstance } from "fastify";
import { checkPrivate } from "../../platform/data-folder/data-folder.ts";
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

/**
 * Listens for the operator's commands on a socket that only the server's own user may use: whoever
 * can open it could read the data folder as well, so it asks for no credential.
 */
export async function listenForAdmin(
  socketPath: string,
  regions: readonly AdminRegion[],
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
  await app.listen({ path: socketPath });
  await chmod(socketPath, 0o600);
  await checkPrivate(socketPath, "socket", 0o600);
  return app;
}
