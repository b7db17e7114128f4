import type { JsonObject } from "../document/dereference.ts";

interface ProblemKind {
  status: number;
  title: string;
}

/** All problems of the shop. The OpenAPI document lists the same codes. */
export const problemKinds = {
  VALIDATION_FAILED: { status: 400, title: "The request is not valid" },
  INVALID_JSON: { status: 400, title: "The body is not JSON" },
  MALFORMED_REQUEST: { status: 400, title: "The request cannot be parsed" },
  CREDENTIAL_MISSING: { status: 401, title: "A credential is required" },
  CREDENTIAL_INVALID: { status: 401, title: "The credential is not valid" },
  LOGIN_FAILED: { status: 401, title: "The e-mail address or the password is wrong" },
  FORBIDDEN: { status: 403, title: "The credential does not allow this" },
  INSUFFICIENT_SCOPE: { status: 403, title: "The token lacks a scope" },
  NOT_OWNER: { status: 403, title: "It belongs to somebody else" },
  NOT_FOUND: { status: 404, title: "There is no such resource" },
  METHOD_NOT_ALLOWED: { status: 405, title: "The address does not support the method" },
  EMAIL_TAKEN: { status: 409, title: "The e-mail address is registered already" },
  ISBN_TAKEN: { status: 409, title: "Another book has this ISBN" },
  CATEGORY_EXISTS: { status: 409, title: "The category exists already" },
  AUTHOR_IN_USE: { status: 409, title: "The author still has books" },
  CATEGORY_IN_USE: { status: 409, title: "The category still holds books" },
  BOOK_ON_ORDER: { status: 409, title: "The book is part of a pending order" },
  CART_EMPTY: { status: 409, title: "The cart is empty" },
  OUT_OF_STOCK: { status: 409, title: "There are not enough copies" },
  ORDER_NOT_PENDING: { status: 409, title: "The order is not pending" },
  ORDER_NOT_PAID: { status: 409, title: "The order is not paid" },
  REVIEW_EXISTS: { status: 409, title: "The customer has reviewed the book already" },
  RETIRED: { status: 410, title: "The operation has been closed" },
  PRECONDITION_FAILED: { status: 412, title: "It was changed in the meantime" },
  PAYLOAD_TOO_LARGE: { status: 413, title: "The body is too large" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "The media type of the body is not supported" },
  PRECONDITION_REQUIRED: { status: 428, title: "If-Match is required" },
  RATE_LIMITED: { status: 429, title: "Too many requests" },
  INTERNAL_ERROR: { status: 500, title: "The shop has an internal error" },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemKinds;

/** An error in one field. An empty `field` means the whole part. */
export interface FieldError {
  in: "query" | "body";
  field: string;
  code: string;
  message: string;
}

interface ProblemExtras {
  /** Members in addition to those of RFC 9457 §3.1. */
  members?: JsonObject;
  headers?: Record<string, string>;
}

/** A refusal that is sent to the caller. */
export class BookshopProblem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly members: JsonObject;
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(`${code}: ${detail}`);
    this.name = "BookshopProblem";
    this.code = code;
    this.detail = detail;
    this.members = extras.members ?? {};
    this.headers = extras.headers ?? {};
  }
}

/** A refusal that names one field of the body. */
export function refuseField(field: string, code: string, message: string): BookshopProblem {
  const errors: FieldError[] = [{ in: "body", field, code, message }];
  return new BookshopProblem("VALIDATION_FAILED", `${field} ${message}.`, { members: { errors } });
}

export function refuseMissing(what: string): BookshopProblem {
  return new BookshopProblem("NOT_FOUND", `There is no ${what}.`);
}
