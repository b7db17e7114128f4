import { isCurrent, signToken, verifyToken } from "../access/token.ts";
import { allowOrigin } from "./trusted-origins.ts";
import { soundRecordSeams } from "./record.seams.ts";
import { soundInputSeams } from "./input.seams.ts";
import type { Seams } from "./seams.ts";

/** The shop as it should be. */
export const soundSeams: Seams = {
  ...soundInputSeams,
  ...soundRecordSeams,
  verifyToken,
  isCurrent,
  signToken,
  writeClaims: (claims) => ({ ...claims }),
  mayReadOrder: (customer, order) => order.customerId === customer.id,
  decideAdminAccess(caller) {
    if (caller.kind === "anonymous") return "unknownCaller";
    if (caller.kind === "admin") return "granted";
    return caller.kind === "customer" && caller.customer.role === "admin" ? "granted" : "refused";
  },
  hasScopes: (held, required) => required.every((scope) => held.includes(scope)),
  reviseBodySchema: (_operationId, schema) => schema,
  fillCustomer(customer, fields) {
    customer.name = fields.name ?? customer.name;
  },
  presentCustomer: ({ id, email, name, role, createdAt }) => ({ id, email, name, role, createdAt }),
  explainLogin: () => "No customer has this e-mail address and password.",
  writeSessionCookie: (token) =>
    `session=${token}; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Strict`,
  mayReview: (hasReviewed) => !hasReviewed,
  isDelivered: ({ status }) => status === "paid",
  findByTitle(books, text) {
    const wanted = text.toLowerCase();
    return books.filter((book) => book.isListed && book.title.toLowerCase().includes(wanted));
  },
  presentProblem: (problem) => problem,
  adjustRateLimits: (limits) => limits,
  buildCorsHeaders: allowOrigin,
  // No Strict-Transport-Security: it must not be sent over plain HTTP (RFC 6797 §7.2).
  securityHeaders: {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  },
  maxPageSize: 50,
  bestsellerAddress: "/books/10",
  closesRetired: true,
  hiddenAnswers: {},
  reviseDocument: (text) => text,
};
