import {
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from "@modelcontextprotocol/server";
import type { Offers } from "./offers.ts";
import { createOpenQuestions } from "./open-questions.ts";
import type { Visit } from "./visit.ts";

/** A request of a revision before 2026-07-28, with the server that was made for it. */
export interface LegacyRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly visit: Visit;
  readonly server: Server;
}

/**
 * Calls of revisions before 2026-07-28 that say or ask something before they answer, each on a stream
 * of its own. No tool of the product does; what is offered beside it may.
 */
export interface Talks {
  isTalk(body: unknown): boolean;
  serve(legacy: LegacyRequest): Promise<Response>;
  /** Hands an answer to the call that asked for it; false where none of the caller's did. */
  hear(body: unknown, visit: Visit): boolean;
  /** Ends those that are under way. */
  close(): void;
}

export function createTalks({ tools }: Offers): Talks {
  const names = new Set<unknown>(
    tools.filter((tool) => tool.isTalking).map((tool) => tool.definition.name),
  );
  const questions = createOpenQuestions();
  const open = new Set<() => void>();
  return {
    isTalk(body) {
      const message = body as { method?: unknown; params?: { name?: unknown } | null } | null;
      return message?.method === "tools/call" && names.has(message.params?.name);
    },
    async serve({ request, body, visit, server }) {
      const transport = new WebStandardStreamableHTTPServerTransport();
      const forget = questions.attach(transport, visit);
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
    hear: (body, visit) => questions.answer(body, visit),
    close: () => open.forEach((end) => end()),
  };
}
