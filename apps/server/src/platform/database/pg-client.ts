import { createHash } from "node:crypto";
import pg from "pg";

const names = new Map<string, string>();
const maxNames = 2000;

/** A short, stable name for a statement's text, so that the server parses and plans it once. */
function nameStatement(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `s${createHash("sha1").update(text).digest("base64url")}`;
  if (names.size < maxNames) names.set(text, name);
  return name;
}

type Query = (config: unknown, ...rest: unknown[]) => unknown;
const { query } = pg.Client.prototype as unknown as { readonly query: Query };

/**
 * Kysely's dialect passes text and values, which is never prepared: naming the statement makes it
 * so. Every further argument is passed on, for pg's pool calls with a callback.
 */
export class PreparingClient extends pg.Client {
  override query = ((config: unknown, ...rest: unknown[]) => {
    const [values, ...others] = rest;
    if (typeof config === "string" && Array.isArray(values) && values.length > 0) {
      const named = { name: nameStatement(config), text: config, values };
      return query.call(this, named, ...others);
    }
    return query.call(this, config, ...rest);
  }) as pg.Client["query"];
}
