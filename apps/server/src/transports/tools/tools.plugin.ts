import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { flatten } from "@lintel/json/shorten";
import { mayShowMore } from "../../features/tool-context/shown-toolsets.ts";
import type { ToolContexts } from "../../features/tool-context/tool-context.service.ts";
import { authorize } from "../../platform/credentials/authorize.ts";
import type { Fields } from "../../platform/kernel/kernel.ts";
import { principalOf } from "../../platform/kernel/call.ts";
import { Problem } from "../../platform/problem.ts";
import { toolChallenge } from "../rest/challenge.ts";
import { refuseKeyInQuery } from "../rest/read-input.ts";
import { kernelOf } from "../rest/rest.plugin.ts";
import { refuseForeignOrigin } from "./check-origin.ts";
import type { Offers } from "./offers.ts";
import { withProductOffers } from "./product-offers.ts";
import { createProtocolHandler, type ProtocolHandler } from "./protocol-handler.ts";
import { readEvidence } from "./read-evidence.ts";
import { createToolCalls, type ToolCalls } from "./tool-calls.ts";
import { serializerOf } from "../../platform/validation/serializer.ts";
import { findTool } from "./tool-registry.ts";
import { readToolView } from "./tool-view.ts";
import { createToolsetWatch, type ToolsetWatch } from "./toolset-watch.ts";
import { SdkRequest } from "./sdk-request.ts";
import type { ToolRequest } from "./tool-request.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The agent's budget is used up: reported by the called tool, otherwise by the status. */
    refusal: Problem | null;
  }
}

export interface ToolServerOptions {
  /** Host names of the server, in addition to loopback and IP addresses. */
  readonly hostNames: readonly string[];
  /** The contexts of the regions that are served here. */
  readonly regions: readonly { readonly region: string; readonly toolContexts: ToolContexts }[];
  /** Offers in addition to the product's own. Default: none. */
  readonly offers?: Offers | undefined;
}

/** Documents are imported as the text of a field. */
const maxBodyBytes = 20 * 1024 * 1024;

/** Serves operations to agents: MCP over Streamable HTTP, at `/mcp` and below the region's prefix. */
export function mountTools(app: FastifyInstance, options: ToolServerOptions): void {
  const { hostNames, regions, offers } = options;
  const handler = createProtocolHandler(withProductOffers(offers), (error) =>
    app.log.debug({ err: error }, "a message was refused"),
  );
  const calls = createToolCalls();
  const toolsets = createToolsetWatch(
    () => handler.announceTools(),
    (error) => app.log.warn({ err: error }, "toolsets were not asked for"),
  );
  app.addHook("onReady", () => calls.open());
  const contexts = new Map(regions.map(({ region, toolContexts }) => [region, toolContexts]));
  app.addHook("preClose", (done) => {
    toolsets.close();
    void handler.close().finally(done);
  });
  app.decorateRequest("refusal", null);
  app.route({
    method: "POST",
    url: "/mcp",
    bodyLimit: maxBodyBytes,
    config: { challenge: toolChallenge },
    onRequest: async (request) => {
      refuseForeignOrigin(request, hostNames);
      refuseKeyInQuery(request);
      await admit(request);
    },
    handler: async (request, reply) => {
      if (request.body === undefined)
        return sendError(reply, -32_700, "The body cannot be read: it is empty.");
      if (Array.isArray(request.body))
        return sendError(reply, -32_600, "Send one message at a time: batches are not served.");
      const toolRequest = {
        ...beginToolRequest(request, reply, contexts.get(request.region)),
        announceTools: () => toolsets.look(),
      };
      return serve({ handler, calls, toolsets }, request, reply, toolRequest);
    },
    errorHandler: (error, _, reply) => {
      if (!isUnreadable(error)) throw error;
      void sendError(reply, -32_700, `The body cannot be read: ${flatten(error.message)}`);
    },
  });
}

async function admit(request: FastifyRequest): Promise<void> {
  request.caller = { requestId: request.id, evidence: readEvidence(request), isAgent: true };
  try {
    await kernelOf(request).admitCaller(request.caller);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "RATE_LIMITED") throw error;
    request.refusal = error;
  }
}

interface Servers {
  readonly handler: ProtocolHandler;
  readonly calls: ToolCalls;
  readonly toolsets: ToolsetWatch;
}

async function serve(
  { handler, calls, toolsets }: Servers,
  request: FastifyRequest,
  reply: FastifyReply,
  toolRequest: ToolRequest,
): Promise<FastifyReply> {
  const body = withExactArguments(request);
  const method = (body as { method?: unknown } | null)?.method;
  if (request.refusal !== null && method !== "tools/call") throw request.refusal;
  refuseMissingScope(body, toolRequest);
  const answer = calls.answer(request.headers, body, toolRequest);
  // A text is sent in one piece with its headers.
  if (answer !== null)
    return reply.header("content-type", "application/json").send(JSON.stringify(await answer));
  if (method === "subscriptions/listen") await watchToolsets(toolsets, toolRequest, reply);
  const sdkRequest = new SdkRequest(toolRequest, chooseHeaders(request), watchCaller(reply));
  return sendResponse(reply, await handler.serve(sdkRequest, body));
}

/**
 * Refuses a call of a client that lacks a permission with status 403, so that the client asks the person
 * for the permission (MCP, Authorization, "Scope Challenge Handling"). A call with a key is refused in
 * the tool's result.
 */
function refuseMissingScope(body: unknown, { caller }: ToolRequest): void {
  const principal = principalOf(caller);
  if (!principal.isDelegated) return;
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const tool = method === "tools/call" ? findTool(String(params?.name)) : undefined;
  if (tool === undefined) return;
  try {
    authorize(principal, tool.operation);
  } catch (error) {
    if (error instanceof Problem && error.code === "API_KEY_SCOPE_DENIED") throw error;
  }
}

/** The message with the original text of arguments that contain a part of a document. */
function withExactArguments({ body, exactBody }: FastifyRequest): unknown {
  const given = (exactBody as { readonly params?: { readonly arguments?: unknown } } | undefined)
    ?.params?.arguments;
  if (given === undefined) return body;
  const message = body as { readonly params: object };
  return { ...message, params: { ...message.params, arguments: given } };
}

/** Only the tools of a staging token change during its use. */
async function watchToolsets(
  toolsets: ToolsetWatch,
  { contexts, caller }: ToolRequest,
  { raw }: FastifyReply,
): Promise<void> {
  const principal = principalOf(caller);
  if (!mayShowMore(principal, caller.connection)) return;
  const closed = once(raw, "close");
  const stop = await toolsets.add(contexts, principal);
  void closed.finally(stop);
}

function beginToolRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  contexts: ToolContexts | undefined,
): Omit<ToolRequest, "announceTools"> {
  const { caller, refusal, log } = request;
  if (caller === null || contexts === undefined) throw new Error("The request was not admitted.");
  const view = readToolView(request.query as Record<string, unknown>);
  return {
    kernel: kernelOf(request),
    contexts,
    caller: { ...caller, connection: view },
    refusal,
    log,
    view,
    serialize: (schema, output) => serializerOf(schema)(reply, output as Fields),
  };
}

/** What the protocol reads; the credential is not passed on. */
function chooseHeaders({ headers: given }: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && (protocolHeaders.has(name) || name.startsWith("mcp-")))
      headers.set(name, String(value));
  }
  return headers;
}

const protocolHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "last-event-id"]);

function watchCaller({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== "content-length") reply.header(name, value);
  }
  if (response.body === null) return reply.send();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  // A text is sent in one piece with its headers.
  if (isStream !== true) return reply.send(await response.text());
  return reply.header("x-accel-buffering", "no").send(Readable.fromWeb(response.body));
}

function isUnreadable(error: Error & { code?: string }): boolean {
  return error.code === "INVALID_JSON" || error instanceof SyntaxError;
}

/** An error of the protocol that belongs to no message (JSON-RPC 2.0 §5.1). */
function sendError(reply: FastifyReply, code: number, message: string): FastifyReply {
  const body = { jsonrpc: "2.0", error: { code, message }, id: null };
  return reply.code(400).type("application/json").send(body);
}
