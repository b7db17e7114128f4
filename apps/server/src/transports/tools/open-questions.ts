import { randomUUID } from "node:crypto";
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { principalOf } from "../../platform/kernel/call.ts";
import type { ToolRequest } from "./tool-request.ts";

interface OpenQuestion {
  readonly transport: Transport;
  /** The call's own id for its question. */
  readonly id: RequestId;
  readonly credentialId: string | null;
}

/**
 * Open questions of calls of earlier revisions to their clients. The answer is a separate request that contains only
 * the id of the question (MCP 2025-11-25, "Sending Messages to the Server"), so each question of this node has a unique
 * id. It exists as long as its call.
 */
export interface OpenQuestions {
  /** Lets a call ask over its transport; the returned function removes its questions. */
  attach(transport: Transport, toolRequest: ToolRequest): () => void;
  /** Passes a message to the call that it answers; false if it answers none of the caller's. */
  answer(message: unknown, toolRequest: ToolRequest): boolean;
}

export function createOpenQuestions(): OpenQuestions {
  const open = new Map<RequestId, OpenQuestion>();
  return {
    attach(transport, toolRequest) {
      const asked: RequestId[] = [];
      const send = transport.send.bind(transport);
      transport.send = (message, options) => {
        if (!isJSONRPCRequest(message)) return send(message, options);
        const id = randomUUID();
        open.set(id, { transport, id: message.id, credentialId: credentialOf(toolRequest) });
        asked.push(id);
        return send({ ...message, id }, options);
      };
      return () => asked.forEach((id) => open.delete(id));
    },
    answer(message, toolRequest) {
      // Every call of these revisions pays for the check, but questions are rare.
      if (open.size === 0) return false;
      if (!isJSONRPCResponse(message) || message.id === undefined) return false;
      const question = open.get(message.id);
      if (question === undefined || question.credentialId !== credentialOf(toolRequest))
        return false;
      open.delete(message.id);
      question.transport.onmessage?.({ ...message, id: question.id });
      return true;
    },
  };
}

const credentialOf = ({ caller }: ToolRequest) => principalOf(caller).credentialId;
