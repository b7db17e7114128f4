import { randomUUID } from "node:crypto";
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { principalOf } from "../../platform/kernel/call.ts";
import type { Visit } from "./visit.ts";

interface OpenQuestion {
  readonly transport: Transport;
  /** What the call itself knows its question by. */
  readonly id: RequestId;
  readonly credentialId: string | null;
}

/**
 * What calls of earlier revisions have asked their clients, and wait to be told. The answer is a request
 * of its own that names nothing but the question (MCP 2025-11-25, "Sending Messages to the Server"), so
 * that each question of this node is given an id that no other has. It lives as long as its call.
 */
export interface OpenQuestions {
  /** Has a call ask over its transport; the function returned forgets what it asked. */
  attach(transport: Transport, visit: Visit): () => void;
  /** Hands a message to the call that it answers; false where it answers none of the caller's. */
  answer(message: unknown, visit: Visit): boolean;
}

export function createOpenQuestions(): OpenQuestions {
  const open = new Map<RequestId, OpenQuestion>();
  return {
    attach(transport, visit) {
      const asked: RequestId[] = [];
      const send = transport.send.bind(transport);
      transport.send = (message, options) => {
        if (!isJSONRPCRequest(message)) return send(message, options);
        const id = randomUUID();
        open.set(id, { transport, id: message.id, credentialId: credentialOf(visit) });
        asked.push(id);
        return send({ ...message, id }, options);
      };
      return () => asked.forEach((id) => open.delete(id));
    },
    answer(message, visit) {
      // The check costs every call of these revisions, and hardly ever is a question open.
      if (open.size === 0) return false;
      if (!isJSONRPCResponse(message) || message.id === undefined) return false;
      const question = open.get(message.id);
      if (question === undefined || question.credentialId !== credentialOf(visit)) return false;
      open.delete(message.id);
      question.transport.onmessage?.({ ...message, id: question.id });
      return true;
    },
  };
}

const credentialOf = ({ caller }: Visit) => principalOf(caller).credentialId;
