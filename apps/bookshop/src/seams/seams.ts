import type { TokenClaims } from "../access/token.ts";
import type { JsonObject } from "../document/dereference.ts";
import type { Book, Customer, Order } from "../store/records.ts";

/** Who makes a request, as far as the credentials prove it. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "customer"; customer: Customer }
  | { kind: "client"; clientId: string; scopes: readonly string[] }
  | { kind: "admin" };

export type Verdict = "granted" | "unknownCaller" | "refused";

/** Requests and failed logins that are borne within one minute. */
export interface RateLimits {
  requestsPerMinute: number;
  failedLoginsPerMinute: number;
}

/** A problem as it goes out; codes may add members. */
export type ProblemDocument = JsonObject & { status: number; code: string };

/** What a request may say of a customer. */
export interface CustomerFields {
  name?: string;
  password?: string;
}

/**
 * The decisions on which the shop's safety rests, each made in one place. A weakness replaces some
 * of them; nothing else in the shop knows which weaknesses are on.
 */
export interface Seams {
  /** The claims of a token that may be believed, else null. */
  readToken: (token: string, key: Buffer, now: Date) => TokenClaims | null;
  /** Whether a customer may see an order, which is not found otherwise. */
  mayReadOrder: (customer: Customer, order: Order) => boolean;
  /** Whether a caller may use what is for administrators. */
  judgeAdminAccess: (caller: Caller) => Verdict;
  /** The schema that validates the JSON body of an operation. */
  reviseBodySchema: (operationId: string, schema: JsonObject) => JsonObject;
  /** Writes what a request says of a customer, but for the password, into the customer. */
  fillCustomer: (customer: Customer, fields: CustomerFields) => void;
  /** What a customer is shown of their own record. */
  presentCustomer: (customer: Customer) => JsonObject;
  /** The listed books whose title contains the text. */
  findByTitle: (books: readonly Book[], text: string) => Book[];
  /** The problem as the caller may read it; `cause` is what was thrown. */
  presentProblem: (problem: ProblemDocument, cause: Error) => ProblemDocument;
  /** The limits that hold, made of those the operator wished for. */
  adjustRateLimits: (limits: RateLimits) => RateLimits;
  /** Headers that pages of an origin need to call the shop; trusted are those of this machine and of the operator. */
  buildCorsHeaders: (origin: string | undefined, isTrusted: boolean) => Record<string, string>;
  /** Headers that keep browsers from misusing an answer. */
  securityHeaders: Record<string, string>;
  /** No page is larger. */
  maxPageSize: number;
}
