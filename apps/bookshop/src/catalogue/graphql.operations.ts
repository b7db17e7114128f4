import { buildSchema, execute, parse, specifiedRules, validate } from "graphql";
import type { DocumentNode } from "graphql";
import { answerOk, operation } from "../http/operation.ts";
import type { Handlers } from "../http/operation.ts";
import type { Shop } from "../http/shop.ts";
import { listBooks } from "./book.rules.ts";

const schema = buildSchema(`
  "A book of the catalogue."
  type Book { id: Int! title: String! publishedYear: Int! priceCents: Int! }
  type Query { "The first books, at most 20." books(first: Int = 5): [Book!]! }
`);

const maxBooks = 20;

/** A GraphQL query over HTTP: an error of the query is answered with 200 and `errors`. */
export function graphqlHandlers({ store, seams }: Shop): Handlers {
  const rootValue = {
    books: ({ first }: { first: number }) =>
      listBooks(store)
        .filter(({ isListed }) => isListed)
        .slice(0, Math.max(0, Math.min(first, maxBooks))),
  };
  return {
    queryGraphql: operation<{ body: { query: string } }>(async ({ body }) => {
      const document = parseQuery(body.query);
      if (document === null)
        return answerOk({ errors: [{ message: "The query is not GraphQL." }] });
      const errors = validate(schema, document, [...specifiedRules, ...seams.graphqlRules]);
      if (errors.length > 0)
        return answerOk({ errors: errors.map(({ message }) => ({ message })) });
      return answerOk(await execute({ schema, document, rootValue }));
    }),
  };
}

function parseQuery(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: 500 });
  } catch {
    return null;
  }
}
