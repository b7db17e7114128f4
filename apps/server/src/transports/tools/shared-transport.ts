import {
  PerRequestHTTPServerTransport,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageClassification,
  type RequestId,
} from "@modelcontextprotocol/server";

interface OpenRequest<T> {
  readonly id: RequestId;
  readonly subject: T;
  answer(response: JSONRPCResponse): void;
}

/**
 * Connects the requests of many clients to one server of the SDK, instead of a new one for each, with its transport and
 * web streams. Clients use the same request ids, so each request gets its own number here, by which its handler finds
 * its context.
 * It extends the SDK's transport for single requests, because only that reports the revision to the server. That transport's
 * own exchange is not used.
 */
export class SharedTransport<T> extends PerRequestHTTPServerTransport {
  readonly #open = new Map<RequestId, OpenRequest<T>>();
  readonly #classification: MessageClassification;
  #lastNumber = 0;

  constructor(classification: MessageClassification) {
    super({ classification });
    this.#classification = classification;
  }

  /**
   * Passes a request to the server.
   *
   * @param subject the context of the request, for its handler.
   * @returns null if the server refuses the request before calling a handler.
   */
  ask(request: JSONRPCRequest, subject: T): Promise<JSONRPCResponse> | null {
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    let isRefused = false;
    let isDelivered = false;
    const answered = new Promise<JSONRPCResponse>((resolve) => {
      const answer = (response: JSONRPCResponse): void => {
        // Handlers begin a turn later, so messages sent before that are not from a handler.
        isRefused = !isDelivered;
        resolve(response);
      };
      this.#open.set(number, { id: request.id, subject, answer });
    });
    this.onmessage?.({ ...request, id: number }, { classification: this.#classification });
    isDelivered = true;
    return isRefused ? null : answered;
  }

  /** @throws Error if no request with this number is open. */
  subjectOf(number: RequestId): T {
    const open = this.#open.get(number);
    if (open === undefined) throw new Error("The request is none that was asked here.");
    return open.subject;
  }

  /** Returns an answer to the caller. A server that only answers sends nothing else. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message || message.id === undefined) return;
    const open = this.#open.get(message.id);
    if (open === undefined) return;
    this.#open.delete(message.id);
    open.answer({ ...message, id: open.id });
  }
}
