import fastify from "fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createTokenKeys } from "./access/token.ts";
import { downloadHandlers } from "./back-office/download.operations.ts";
import { reportHandlers } from "./back-office/report.operations.ts";
import { serviceHandlers } from "./back-office/service.operations.ts";
import { tokenHandlers } from "./back-office/token.operations.ts";
import { authorHandlers } from "./catalogue/author.operations.ts";
import { bookHandlers } from "./catalogue/book.operations.ts";
import { coverHandlers } from "./catalogue/cover.operations.ts";
import { citationHandlers } from "./catalogue/citation.operations.ts";
import { graphqlHandlers } from "./catalogue/graphql.operations.ts";
import { stockAlertHandlers } from "./catalogue/stock-alert.operations.ts";
import { categoryHandlers } from "./catalogue/category.operations.ts";
import { reservationHandlers } from "./catalogue/reservation.operations.ts";
import { reviewHandlers } from "./catalogue/review.operations.ts";
import { customerHandlers } from "./customers/customer.operations.ts";
import { wishHandlers } from "./customers/wish.operations.ts";
import { readApiDocument } from "./document/api-document.ts";
import { addBodyParsers } from "./http/body-parsers.ts";
import { sendError } from "./http/error-answer.ts";
import type { Handlers } from "./http/operation.ts";
import { addHiddenRoutes, addOperationRoutes } from "./http/operation.routes.ts";
import { refuseMissing } from "./http/problem.ts";
import { addRequestLimit } from "./http/request-limit.ts";
import type { Shop } from "./http/shop.ts";
import { isTrustedOrigin } from "./seams/trusted-origins.ts";
import { createWindowCounter } from "./http/window-counter.ts";
import { cartHandlers } from "./orders/cart.operations.ts";
import { orderHandlers } from "./orders/order.operations.ts";
import type { RateLimits, Seams } from "./seams/seams.ts";
import { createStore } from "./store/store.ts";
import { applyWeaknesses } from "./weaknesses/apply-weaknesses.ts";

export interface BookshopOptions {
  /** Names of weaknesses to switch on; none by default. */
  weaknesses?: readonly string[];
  /** By default 60,000 requests from one address and 5 failed logins of one customer. */
  limits?: Partial<RateLimits>;
  /**
   * Origins whose pages can call the shop, in addition to those of this machine, such as
   * `https://docs.example.com`.
   */
  origins?: readonly string[];
  readNow?: () => Date;
}

/**
 * A bookshop with the seeded store, not listening yet.
 * @throws RangeError for a weakness that does not exist
 */
export function createBookshop(options: BookshopOptions = {}): FastifyInstance {
  const seams = applyWeaknesses(options.weaknesses ?? []);
  const shop = openShop(options, seams);
  const addProtection = createProtection(seams, options.origins ?? []);
  const app = fastify({
    bodyLimit: 65_536,
    // The shop has its own rules for coercion. Unknown fields are refused instead of dropped.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
    // An address that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      addProtection(request, reply);
      sendError(seams, error, request, reply);
    },
  });
  app.addHook("onRequest", async (request, reply) => {
    addProtection(request, reply);
  });
  endConnectionsOnClose(app);
  addRequestLimit(app, shop);
  addBodyParsers(app);
  app.setErrorHandler<Error>((error, request, reply) => sendError(seams, error, request, reply));
  app.setNotFoundHandler(() => {
    throw refuseMissing("such address");
  });
  addOperationRoutes(app, shop, collectHandlers(shop));
  addHiddenRoutes(app, shop);
  return app;
}

/** Responses that are sent while the shop closes must also close their connections. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

function createProtection(
  seams: Seams,
  origins: readonly string[],
): (request: FastifyRequest, reply: FastifyReply) => void {
  return ({ headers: { origin } }, reply) => {
    const cors = seams.buildCorsHeaders(origin, isTrustedOrigin(origin, origins));
    reply.headers({ ...seams.securityHeaders, ...cors });
  };
}

function openShop(options: BookshopOptions, seams: Seams): Shop {
  const readNow = options.readNow ?? (() => new Date());
  return {
    store: createStore(),
    seams,
    document: readApiDocument(seams.reviseDocument),
    limits: seams.adjustRateLimits({
      requestsPerMinute: 60_000,
      failedLoginsPerMinute: 5,
      ...options.limits,
    }),
    failedLogins: createWindowCounter(readNow),
    tokenKeys: createTokenKeys(),
    startedAt: readNow(),
    readNow,
  };
}

function collectHandlers(shop: Shop): Handlers {
  return {
    ...bookHandlers(shop),
    ...reviewHandlers(shop),
    ...reservationHandlers(shop),
    ...coverHandlers(shop),
    ...citationHandlers(shop),
    ...graphqlHandlers(shop),
    ...stockAlertHandlers(shop),
    ...downloadHandlers(shop),
    ...authorHandlers(shop),
    ...categoryHandlers(shop),
    ...customerHandlers(shop),
    ...wishHandlers(shop),
    ...cartHandlers(shop),
    ...orderHandlers(shop),
    ...tokenHandlers(shop),
    ...reportHandlers(shop),
    ...serviceHandlers(shop),
  };
}
