import { BookshopProblem } from "../http/problem.ts";

const columns = new Set(["title", "is_listed"]);

/** Values by column. */
export type Row = Record<string, string>;
export type Condition = (row: Row) => boolean;

type Operand = (row: Row) => string;

/** The error of a database for a condition that it cannot parse. */
function failParsing(message: string): BookshopProblem {
  return new BookshopProblem("INTERNAL_ERROR", `SQLSTATE 42601: syntax error: ${message}`);
}

// A text, a number, a word, an operator or a bracket; a comment runs to the end of the line.
const tokenPattern = /\s+|--[^\n]*|'(?:[^']|'')*'|\d+|[A-Za-z_]\w*|~\*|<>|[=()]/y;

function splitTokens(sql: string): string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < sql.length) {
    const start = tokenPattern.lastIndex;
    const [token] = tokenPattern.exec(sql) ?? [];
    if (token === undefined) {
      const rest = sql.slice(start);
      throw failParsing(
        rest.startsWith("'")
          ? `unterminated quoted string at or near "${rest}"`
          : `at or near "${rest.slice(0, 1)}"`,
      );
    }
    if (!/^(?:\s|--)/.test(token)) tokens.push(token);
  }
  return tokens;
}

/**
 * Parses a condition of `=`, `<>`, `LIKE` and `~*` (contains, ignoring case) joined by AND and OR like a
 * database: enough to show the effect of an injection without a real database. @throws
 * BookshopProblem with the words of a database if the condition cannot be parsed.
 */
export function parseCondition(sql: string): Condition {
  const tokens = splitTokens(sql);
  const condition = readAny(tokens);
  if (tokens[0] !== undefined) throw failParsing(`at or near "${tokens[0]}"`);
  return condition;
}

function readAny(tokens: string[]): Condition {
  const parts = [readAll(tokens)];
  while (isWord(tokens, "OR")) parts.push(readAll(tokens));
  return (row) => parts.some((part) => part(row));
}

function readAll(tokens: string[]): Condition {
  const parts = [readComparison(tokens)];
  while (isWord(tokens, "AND")) parts.push(readComparison(tokens));
  return (row) => parts.every((part) => part(row));
}

/** Consumes the next token if it is that word. */
function isWord(tokens: string[], word: string): boolean {
  if (tokens[0]?.toUpperCase() !== word) return false;
  tokens.shift();
  return true;
}

function readComparison(tokens: string[]): Condition {
  if (isWord(tokens, "(")) {
    const inner = readAny(tokens);
    if (!isWord(tokens, ")")) throw failParsing("a bracket is not closed");
    return inner;
  }
  const left = readOperand(tokens.shift());
  const operator = tokens.shift();
  const right = readOperand(tokens.shift());
  switch (operator) {
    case "=":
      return (row) => left(row) === right(row);
    case "<>":
      return (row) => left(row) !== right(row);
    case "LIKE":
      return (row) =>
        left(row)
          .toLowerCase()
          .includes(withoutEnds(right(row)).toLowerCase());
    case "~*":
      return (row) => left(row).toLowerCase().includes(right(row).toLowerCase());
    default:
      throw failParsing(`at or near "${operator ?? "end of input"}"`);
  }
}

/** The text between the percent signs of a pattern, the only ones that are understood. */
const withoutEnds = (pattern: string): string => pattern.replaceAll(/^%|%$/g, "");

function readOperand(token: string | undefined): Operand {
  if (token === undefined) throw failParsing("at end of input");
  if (token.startsWith("'")) {
    const text = token.slice(1, -1).replaceAll("''", "'");
    return () => text;
  }
  if (/^(?:\d+|true|false)$/i.test(token)) return () => token.toLowerCase();
  if (!columns.has(token)) throw failParsing(`column "${token}" does not exist`);
  return (row) => row[token] ?? "";
}
