import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from "@modelcontextprotocol/server";
import type { Offers } from "./offers.ts";
import { createProtocolServer } from "./protocol-server.ts";
import { createStreamedCalls } from "./streamed-calls.ts";
import { SdkRequest } from "./sdk-request.ts";

/** Serves requests of both eras of the protocol. */
export interface ProtocolHandler {
  serve(request: SdkRequest, body: unknown): Promise<Response>;
  announceTools(): void;
  /** Closes the open streams. */
  close(): Promise<void>;
}

/**
 * Revision 2026-07-28 uses the SDK's own handler; earlier ones use its stateless transport, which answers with JSON
 * instead of a stream of one message.
 */
export function createProtocolHandler(
  offers: Offers,
  onError: (error: Error) => void,
): ProtocolHandler {
  const streamedCalls = createStreamedCalls(offers);
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      if (requestInfo instanceof SdkRequest)
        return createProtocolServer(requestInfo.toolRequest, offers, "modern");
      throw new Error("The handler was given a request without its context.");
    },
    { legacy: "reject", onerror: onError },
  );
  return {
    async serve(request, body) {
      const { toolRequest } = request;
      if (await isLegacyRequest(request, body)) {
        if (streamedCalls.hear(body, toolRequest)) return new Response(null, { status: 202 });
        const server = createProtocolServer(toolRequest, offers, "legacy");
        return streamedCalls.isStreamed(body)
          ? streamedCalls.serve({ request, body, toolRequest, server })
          : serveLegacy(request, body, server);
      }
      return modern.fetch(request, { parsedBody: body });
    },
    announceTools: () => modern.notify.toolsChanged(),
    close() {
      streamedCalls.close();
      return modern.close();
    },
  };
}

/** Server and transport are left to the garbage collector: closing them raises an error that nothing handles. */
async function serveLegacy(request: Request, body: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
  });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}
