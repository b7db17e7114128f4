import {
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from "@modelcontextprotocol/server";
import type { Offers } from "./offers.ts";
import { createOpenQuestions } from "./open-questions.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A request of a revision before 2026-07-28, with the server that was made for it. */
export interface LegacyRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly toolRequest: ToolRequest;
  readonly server: Server;
}

/**
 * Calls of revisions before 2026-07-28 that send or ask something before they answer, each on its own stream. The
 * product's tools do not, but other offers may.
 */
export interface StreamedCalls {
  isStreamed(body: unknown): boolean;
  serve(legacy: LegacyRequest): Promise<Response>;
  /** Passes an answer to the call that asked; false if none of the caller's calls did. */
  hear(body: unknown, toolRequest: ToolRequest): boolean;
  /** Ends those in progress. */
  close(): void;
}

export function createStreamedCalls({ tools }: Offers): StreamedCalls {
  const names = new Set<unknown>(
    tools.filter((tool) => tool.isStreamed).map((tool) => tool.definition.name),
  );
  const questions = createOpenQuestions();
  const open = new Set<() => void>();
  return {
    isStreamed(body) {
      const message = body as { method?: unknown; params?: { name?: unknown } | null } | null;
      return message?.method === "tools/call" && names.has(message.params?.name);
    },
    async serve({ request, body, toolRequest, server }) {
      const transport = new WebStandardStreamableHTTPServerTransport();
      const forget = questions.attach(transport, toolRequest);
      await server.connect(transport);
      const end = (): void => {
        if (!open.delete(end)) return;
        forget();
        void server.close();
      };
      open.add(end);
      request.signal.addEventListener("abort", end, { once: true });
      const response = await transport.handleRequest(request, { parsedBody: body });
      const { body: stream, status, headers } = response;
      if (stream !== null)
        return new Response(stream.pipeThrough(new TransformStream({ flush: end })), {
          status,
          headers,
        });
      end();
      return response;
    },
    hear: (body, toolRequest) => questions.answer(body, toolRequest),
    close: () => open.forEach((end) => end()),
  };
}
