import { findBuiltIn } from "./built-ins.ts";
import { TemplateError } from "./template-error.ts";
import type { Reference, Template } from "./template.types.ts";

const reference = /^\s*(\$[A-Za-z]+|[A-Za-z_][A-Za-z0-9_.-]*)\s*$/;
const shownLength = 40;

function listReadings(name: string): Reference["readings"] {
  const steps = name.split(".");
  return steps.map((_, at) => {
    const end = steps.length - at;
    return { base: steps.slice(0, end).join("."), path: steps.slice(end) };
  });
}

function makeReference(name: string): Reference {
  const builtIn = name.startsWith("$") ? findBuiltIn(name) : undefined;
  if (name.startsWith("$") && builtIn === undefined) {
    throw new TemplateError(`{{${name}}} is not a built-in variable`);
  }
  return { name, builtIn, readings: listReadings(name) };
}

function readReference(inner: string, whole: string): Reference {
  const name = reference.exec(inner)?.[1];
  if (name === undefined) {
    const shown = whole.slice(0, shownLength);
    throw new TemplateError(`${shown} is not a {{name}}: write \\{{ for literal braces`);
  }
  return makeReference(name);
}

function addText(parts: (string | Reference)[], text: string): void {
  if (text === "") return;
  const last = parts.at(-1);
  if (typeof last === "string") parts[parts.length - 1] = last + text;
  else parts.push(text);
}

/**
 * Of backslashes directly before `{{`, each pair is one backslash, and a single one escapes the
 * braces. Other backslashes are literal.
 */
function readBackslashes(text: string): { literal: string; isEscaped: boolean } {
  const count = text.length - text.replace(/\\+$/, "").length;
  const kept = text.slice(0, text.length - Math.ceil(count / 2));
  return { literal: kept, isEscaped: count % 2 === 1 };
}

function splitText(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf("{{", from);
    if (open < 0) break;
    const { literal, isEscaped } = readBackslashes(text.slice(from, open));
    addText(parts, literal);
    if (isEscaped) {
      addText(parts, "{{");
      from = open + 2;
      continue;
    }
    const close = text.indexOf("}}", open);
    const whole = text.slice(open, close < 0 ? undefined : close + 2);
    if (close < 0) throw new TemplateError(`${whole.slice(0, shownLength)} is not closed by }}`);
    parts.push(readReference(whole.slice(2, -2), whole));
    from = close + 2;
  }
  addText(parts, text.slice(from));
  return parts;
}

/**
 * Compiles a text that contains `{{name}}`.
 * @throws TemplateError if braces are not closed or contain no name.
 */
export function parseText(text: string): Template {
  if (!text.includes("{{")) return { kind: "constant", value: text };
  const parts = splitText(text);
  const [first] = parts;
  if (parts.length > 1) return { kind: "text", parts };
  if (first === undefined || typeof first === "string")
    return { kind: "constant", value: first ?? "" };
  return { kind: "reference", reference: first };
}
