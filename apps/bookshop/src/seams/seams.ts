import type { TokenClaims, TokenKeys, TokenParts } from "../access/token.ts";
import type { JsonObject } from "../document/dereference.ts";
import type { RecordSeams } from "./record.seams.ts";
import type { InputSeams } from "./input.seams.ts";
import type { Store } from "../store/store.ts";
import type { Book, Customer, Order } from "../store/records.ts";

/** The caller of a request, as proved by its credential. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "customer"; customer: Customer }
  | { kind: "client"; clientId: string; scopes: readonly string[] }
  | { kind: "admin" };

export type Verdict = "granted" | "unknownCaller" | "refused";

/** The maximum number of requests and of failed logins within one minute. */
export interface RateLimits {
  requestsPerMinute: number;
  failedLoginsPerMinute: number;
}

/** A problem as it is sent; codes can add members. */
export type ProblemDocument = JsonObject & { status: number; code: string };

export interface HiddenAnswer {
  mediaType: string;
  body: unknown;
}

/** The fields of a customer that a request can set. */
export interface CustomerFields {
  name?: string;
  password?: string;
}

/**
 * The decisions that keep the shop secure, each in one place. A weakness replaces some of them; no
 * other code knows which weaknesses are on.
 */
export interface Seams extends InputSeams, RecordSeams {
  /** Whether the shop has signed a token. */
  verifyToken: (parts: TokenParts, keys: TokenKeys) => boolean | Promise<boolean>;
  /** Whether a token with these claims is still valid. */
  isCurrent: (payload: JsonObject, now: Date) => boolean;
  signToken: (payload: JsonObject, keys: TokenKeys) => string;
  /** What a token says; `customer` is null for the token of a client. */
  writeClaims: (claims: TokenClaims, customer: Customer | null) => JsonObject;
  /** Whether an order is visible to a customer; otherwise it is not found. */
  mayReadOrder: (customer: Customer, order: Order) => boolean;
  /** Whether a caller can use operations of administrators. */
  decideAdminAccess: (caller: Caller) => Verdict;
  /** Whether the scopes that a token has are those that an operation asks for. */
  hasScopes: (held: readonly string[], required: readonly string[]) => boolean;
  /** The schema that validates the JSON body of an operation. */
  reviseBodySchema: (operationId: string, schema: JsonObject) => JsonObject;
  /** Copies the fields of a request, except the password, to the customer. */
  fillCustomer: (customer: Customer, fields: CustomerFields) => void;
  /** The fields of a customer's record that the customer can read. */
  presentCustomer: (customer: Customer) => JsonObject;
  /** The explanation of a login that fails; `isKnown` says whether the account exists. */
  explainLogin: (isKnown: boolean) => string;
  /** The cookie that keeps a customer logged in on the pages of the shop. */
  writeSessionCookie: (token: string) => string;
  /** Whether a customer can review a book. */
  mayReview: (hasReviewed: boolean) => boolean;
  /** Whether an order has been sent. */
  isDelivered: (order: Order) => boolean;
  /** The listed books whose title contains the text. */
  findByTitle: (books: readonly Book[], text: string) => Book[];
  /** The problem as the caller gets it; `cause` is the thrown error. */
  presentProblem: (problem: ProblemDocument, cause: Error) => ProblemDocument;
  /** The effective limits, derived from those of the operator. */
  adjustRateLimits: (limits: RateLimits) => RateLimits;
  /**
   * CORS headers for pages of an origin. The origins of this machine and of the operator are
   * trusted.
   */
  buildCorsHeaders: (origin: string | undefined, isTrusted: boolean) => Record<string, string>;
  /** Headers that protect a response in browsers. */
  securityHeaders: Record<string, string>;
  /** The maximum size of a page. */
  maxPageSize: number;
  /** The address of the book of the day. */
  bestsellerAddress: string;
  /** Whether operations whose sunset has passed are closed. */
  closesRetired: boolean;
  /** Answers by path, for addresses that the document does not name. */
  hiddenAnswers: Record<string, (store: Store) => HiddenAnswer>;
  /** The text of the OpenAPI document as it is published. */
  reviseDocument: (text: string) => string;
}
