import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, type ClientMetadata } from "oidc-provider";
import { toClientMetadata } from "./client-metadata.ts";
import type { OauthRegion } from "./authorization-server.ts";
import { takeFromSource } from "./source-budget.ts";

/** Registers a client by what it says of itself (RFC 7591 §3). It gets no secret. */
export async function registerClient(
  { platform, server }: OauthRegion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header("cache-control", "no-store");
  if (!(await takeFromSource(platform.rateWindow, "oauthRegistration", request.address)))
    return reply.code(429).header("retry-after", "600").send({
      error: "temporarily_unavailable",
      error_description: "Too many clients were registered from this address; try again later.",
    });
  const { clock } = platform;
  try {
    const now = clock.now();
    const metadata = { client_id: clock.newId(), ...toClientMetadata(readRecord(request.body)) };
    const { provider, storage } = server;
    await provider.Client.validate(metadata as unknown as ClientMetadata);
    await storage.addClient(metadata.client_id, metadata);
    const issuedAt = Math.floor(now.getTime() / 1000);
    return await reply.code(201).send({ ...metadata, client_id_issued_at: issuedAt });
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    const { error: code, error_description: description } = error;
    return reply.code(400).send({ error: code, error_description: description });
  }
}

function readRecord(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === "object" && body !== null && !Array.isArray(body))
    return body as Readonly<Record<string, unknown>>;
  throw new errors.InvalidClientMetadata("the body must be a JSON object");
}
