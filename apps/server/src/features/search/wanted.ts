import { requestMethods } from "@lintel/contract/words/request-methods";

/** What a query asks for. */
export interface Wanted {
  readonly organizationId: string;
  readonly words: string;
  /** In lower case, without blanks around it. */
  readonly text: string;
  /** The text without a method before it: what a path is compared with. */
  readonly path: string;
  /** In lower case; null: the query begins with no method, or has nothing else. */
  readonly method: string | null;
}

/** `GET /books` asks for `/books` with the method `get`, and for names with the words "get" and "books". */
export function readWanted(organizationId: string, query: string): Wanted {
  const text = query.trim().toLowerCase();
  const [, first = "", rest = ""] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
  const method = methods.has(first) ? first : null;
  return { organizationId, words: text, text, path: method === null ? text : rest, method };
}

const methods: ReadonlySet<string> = new Set(requestMethods.map((name) => name.toLowerCase()));
