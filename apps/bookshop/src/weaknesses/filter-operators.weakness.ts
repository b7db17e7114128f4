import { readFiltered } from "../inputs/book-filter.ts";
import type { Weakness } from "./weakness.ts";

function matches(own: string, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return own === String(value).toLowerCase();
  return Object.entries(value).every(([operator, operand]) => {
    if (operator === "$eq") return own === operand;
    if (operator === "$ne") return own !== operand;
    if (operator === "$gt") return own > String(operand);
    return operator === "$in" && Array.isArray(operand) && operand.includes(own);
  });
}

export const filterOperators: Weakness = {
  name: "filter-operators",
  title: "Filters are run as operators",
  owasp: "API8:2023",
  summary:
    "Simulated: the values of the filter of POST /books/search can be objects with $ne, $gt and $in, as a document database runs them.",
  found: ["SVC08031 POST /books/search"],
  apply: (seams) => ({
    reviseBodySchema: (operationId, schema) =>
      operationId === "filterBooks"
        ? { type: "object" }
        : seams.reviseBodySchema(operationId, schema),
    filterBooks: (books, filter) =>
      books.filter(
        (book) =>
          book.isListed &&
          Object.entries(filter).every(([name, value]) => matches(readFiltered(book, name), value)),
      ),
  }),
};
