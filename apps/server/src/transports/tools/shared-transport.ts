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
 * Carries the requests of many clients to one server of the SDK, which else would be made anew, with
 * its transport and its web streams, for each of them. Clients number their requests alike, so that each
 * has a number of its own while it is here, by which its handler finds what it is about.
 *
 * It is of the SDK's transport for single requests because that one alone tells the server which
 * revision is spoken; the exchange itself, which that one would begin and end, is not used.
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
   * Has the server answer a request.
   *
   * @param subject what the request is about, for its handler.
   * @returns null where the server refuses the request before a handler has it.
   */
  ask(request: JSONRPCRequest, subject: T): Promise<JSONRPCResponse> | null {
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    let isRefused = false;
    let isDelivered = false;
    const answered = new Promise<JSONRPCResponse>((resolve) => {
      const answer = (response: JSONRPCResponse): void => {
        // Handlers begin a turn later, so that what is sent before is no handler's.
        isRefused = !isDelivered;
        resolve(response);
      };
      this.#open.set(number, { id: request.id, subject, answer });
    });
    this.onmessage?.({ ...request, id: number }, { classification: this.#classification });
    isDelivered = true;
    return isRefused ? null : answered;
  }

  /** @throws Error where no request of this number is open. */
  subjectOf(number: RequestId): T {
    const open = this.#open.get(number);
    if (open === undefined) throw new Error("The request is none that was asked here.");
    return open.subject;
  }

  /** Hands an answer to who asked. Nothing else is sent by who only answers. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message || message.id === undefined) return;
    const open = this.#open.get(message.id);
    if (open === undefined) return;
    this.#open.delete(message.id);
    open.answer({ ...message, id: open.id });
  }
}
