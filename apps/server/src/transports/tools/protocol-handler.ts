import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from "@modelcontextprotocol/server";
import type { Offers } from "./offers.ts";
import { createProtocolServer } from "./protocol-server.ts";
import { createTalks } from "./talks.ts";
import { VisitRequest } from "./visit-request.ts";

/** Serves requests of both eras of the protocol. */
export interface ProtocolHandler {
  serve(request: VisitRequest, body: unknown): Promise<Response>;
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
  const talks = createTalks(offers);
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      if (requestInfo instanceof VisitRequest)
        return createProtocolServer(requestInfo.visit, offers, "modern");
      throw new Error("The handler was given a request of no visit.");
    },
    { legacy: "reject", onerror: onError },
  );
  return {
    async serve(request, body) {
      const { visit } = request;
      if (await isLegacyRequest(request, body)) {
        if (talks.hear(body, visit)) return new Response(null, { status: 202 });
        const server = createProtocolServer(visit, offers, "legacy");
        return talks.isTalk(body)
          ? talks.serve({ request, body, visit, server })
          : serveLegacy(request, body, server);
      }
      return modern.fetch(request, { parsedBody: body });
    },
    announceTools: () => modern.notify.toolsChanged(),
    close() {
      talks.close();
      return modern.close();
    },
  };
}

/** Server and transport are garbage-collected: closing them would cause an error that nobody receives. */
async function serveLegacy(request: Request, body: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
  });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}
