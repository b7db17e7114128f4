import fc from "fast-check";
import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";

/** Texts that YAML reads as another type if they are not quoted, or with line breaks. */
const trickyTexts = [
  ["", " ", " a ", "yes", "No", "null", "~", "1", "-0", "0x1F", "1e3", ".inf", "2026-01-01"],
  ["- a", "a: b", "a #b", "#a", "!a", "&a", "*a", "%a", "@a", "`a", "|", ">-", "? a", "<<", "="],
  ["'", '"', "\\", "[a", "{a", "a\nb", "a\n\n b\n", "\n", "  a\n b", "a\r\nb", "a\tb", "\t"],
  ["---", "...\na", "a\n---\nb", "\u0000", "\u0007", "\u0085", "\u2028b", "\u2029 b", "\ufeff"],
  ["😀", "\u007f", "é", "x".repeat(300), "a\u00a0b", "__proto__"],
].flat();

// Templates that are not closed are refused; other tests cover the messages.
const anyText = fc
  .oneof(fc.constantFrom(...trickyTexts), fc.string({ unit: "binary", maxLength: 30 }), fc.lorem())
  .map((text) => text.replaceAll("{{", "{"));

/** One line that is not blank. */
const anyName = anyText
  .map((text) =>
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, "")
      .slice(0, 80),
  )
  .filter((text) => /\S/.test(text));

const anyDescription = anyText.map((text) => text.replaceAll("\0", ""));

// A JSON request refuses members called __proto__; a separate test covers them in a file.
const anyKey = anyText.filter((text) => text !== "__proto__" && text !== "constructor");

const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.constantFrom(null, true, false, 0, 1e21, 1e-7, Number.MAX_SAFE_INTEGER),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(anyKey, tie("value"), { maxKeys: 4 }),
  ),
})).value;

const scalars = fc.oneof(anyText, fc.integer(), fc.boolean());
const fields = fc.dictionary(anyKey, fc.oneof(scalars, fc.array(scalars, { maxLength: 3 })), {
  maxKeys: 3,
});

const anyRequest = fc.record(
  {
    url: anyText.map((text) => `/${text}`),
    method: fc.constantFrom("GET" as const, "POST" as const, "DELETE" as const),
    headers: fields,
    query: fields,
    body: fc.oneof(
      fc.record({ value: anyJson, type: fc.constant("json" as const) }),
      fc.record({ type: fc.constant("text" as const), text: anyText }),
      fc.record({ fields: fc.dictionary(anyKey, anyText), type: fc.constant("form" as const) }),
    ),
    auth: fc.record({ type: fc.constant("bearer" as const), token: anyText }),
    timeoutMs: fc.integer({ min: 1, max: 300_000 }),
    followRedirects: fc.boolean(),
  },
  { requiredKeys: ["url", "method"] },
);

const anyCase: fc.Arbitrary<CaseDefinition> = fc.record(
  {
    request: anyRequest,
    name: anyName,
    description: anyDescription,
    tags: fc.uniqueArray(fc.stringMatching(/^[\w:.-]{1,8}$/), { maxLength: 3 }),
    isEnabled: fc.boolean(),
    foreach: fc.record({ as: fc.constant("item"), items: fc.array(anyJson, { maxLength: 3 }) }),
    assertions: fc.array(
      fc.record({
        expected: anyJson,
        operator: fc.constantFrom("equals" as const, "notEquals" as const),
        source: fc.constant("body" as const),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ["name", "request"] },
);

const anyHead = fc.record(
  {
    name: anyName,
    description: anyDescription,
    tags: fc.uniqueArray(fc.stringMatching(/^[\w:.-]{1,8}$/), { maxLength: 3 }),
    variables: fc.dictionary(fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}$/), anyJson, { maxKeys: 4 }),
    defaults: fc.record(
      { timeoutMs: fc.integer({ min: 1, max: 5 }), headers: fc.dictionary(anyKey, anyText) },
      { requiredKeys: [] },
    ),
    data: fc.constantFrom({ text: "a,b\r\n1,2\n", format: "csv" as const }, null),
  },
  { requiredKeys: ["name"] },
);

/** A valid suite of up to eight cases, each of which may depend on those before it. */
export const anySuite: fc.Arbitrary<SuiteDefinition> = fc
  .tuple(
    anyHead,
    fc.uniqueArray(anyCase, { maxLength: 8, selector: (one) => one.name }),
    fc.infiniteStream(fc.nat({ max: 9 })),
  )
  .map(([head, drawn, choices]) => {
    const choose = () => choices.next().value ?? 0;
    const cases = drawn.map((one, at) => {
      const earlier = drawn.slice(0, at).filter(() => choose() > 7);
      return earlier.length === 0 ? one : { ...one, dependsOn: earlier.map((other) => other.name) };
    });
    const [first, second] = [choose(), choose()].sort();
    const parts = { setUp: cases.slice(0, first), tearDown: cases.slice(second) };
    return { ...head, ...parts, cases: cases.slice(first, second) };
  });
