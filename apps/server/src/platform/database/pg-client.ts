import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";
import { isStalePlan } from "./database-error.ts";

const names = new Map<string, string>();
const maxNames = 2000;

/** Grows when the schema grew beneath the statements: they are prepared anew, under new names. */
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
 * Kysely's dialect passes text and values, which is never prepared: naming the statement makes it
 * so. Every further argument is passed on, for pg's pool calls with a callback.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The pool listens while a connection is idle. One that breaks in use, between two statements of a
    // transaction for one, would end the process.
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

  // The statement that was given up still has the line: whatever came next would wait behind it.
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
    // Within a transaction all of it is lost; whoever began it runs it again from its start.
    if (client.getTransactionStatus() !== "I") throw error;
    return query.call(client, { name: nameStatement(text), text, values });
  }
}

/** How pg says that `query_timeout` is over. */
export const queryTimeout = "Query read timeout";
