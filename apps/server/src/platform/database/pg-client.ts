import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";
import { isStalePlan } from "./database-error.ts";

const names = new Map<string, string>();
const maxNames = 2000;

/** Incremented when the schema changes, so that statements are prepared again under new names. */
let generation = 0;

/** A short, stable name for a statement's text, so that the server parses and plans it once. */
function nameStatement(text: string): string {
  const name = names.get(text) ?? `s${createHash("sha1").update(text).digest("base64url")}`;
  if (names.size < maxNames) names.set(text, name);
  return generation === 0 ? name : `${name}.${generation}`;
}

type Query = (config: unknown, ...rest: unknown[]) => unknown;
const { query } = pg.Client.prototype as unknown as { readonly query: Query };

/**
 * Kysely's dialect passes text and values, which pg does not prepare. A name makes pg prepare the
 * statement. Further arguments are passed through, because pg's pool calls with a callback.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool listens for errors only while a connection is idle. Without this listener, one that
    // breaks in use, such as between two statements of a transaction, would end the process.
    this.on("error", () => {});
  }

  override query = ((config: unknown, ...rest: unknown[]) => {
    const answer = this.send(config, rest);
    if (answer instanceof Promise) answer.catch((error: unknown) => this.giveUpWhereSilent(error));
    return answer;
  }) as pg.Client["query"];

  private send(config: unknown, rest: unknown[]): unknown {
    const [values, ...others] = rest;
    if (typeof config !== "string" || !Array.isArray(values) || values.length === 0) {
      return query.call(this, config, ...rest);
    }
    if (others.length > 0) {
      return query.call(this, { name: nameStatement(config), text: config, values }, ...others);
    }
    return runPrepared(this, config, values);
  }

  // The abandoned statement still occupies the connection, and the next statement would wait for
  // it.
  private giveUpWhereSilent(error: unknown): void {
    if (error instanceof Error && error.message === queryTimeout)
      (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

async function runPrepared(client: pg.Client, text: string, values: unknown[]): Promise<unknown> {
  const before = generation;
  try {
    return await query.call(client, { name: nameStatement(text), text, values });
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    if (generation === before) generation += 1;
    // Within a transaction everything is lost, and the caller runs the transaction again from its
    // start.
    if (client.getTransactionStatus() !== "I") throw error;
    return query.call(client, { name: nameStatement(text), text, values });
  }
}

/** pg's message when `query_timeout` has passed. */
const queryTimeout = "Query read timeout";
