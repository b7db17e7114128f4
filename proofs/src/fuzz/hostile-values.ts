import fc from "fast-check";

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** Texts that have broken programs before. None of them is an address outside of this machine. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\uD800",
  "\uDC00x",
  "\uFEFF",
  "\u202Eabc",
  "\u2028",
  "e\u0301",
  "👩‍👩‍👧‍👦",
  "\n",
  "\t",
  "\\",
  '"',
  "'",
  "';--",
  "%s%n",
  "%00",
  "{{x}}",
  "{{",
  "${x}",
  "../../etc/passwd",
  "..\\..",
  "<script>",
  "&amp;",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "true",
  "NaN",
  "1e309",
  "0x10",
  "-0",
  "2026-02-30T00:00:00Z",
  "2026-12-31T23:59:60Z",
  "9999-12-31T23:59:59.999999999+23:59",
  "0000-01-01T00:00:00Z",
  "urn:uuid:00000000-0000-7000-8000-000000000000",
  "00000000-0000-0000-0000-000000000000",
  "AAAAAAAAAAA=",
  "//////////8=",
  "f///////////",
  "http://",
  "http://[::1",
  "javascript:alert(1)",
  "(((a+)+)+)+$",
  "$[?@.a==1]",
  "$..[",
];

const lengths = [
  1, 80, 81, 100, 101, 120, 121, 254, 255, 300, 301, 500, 501, 2000, 4000, 4001, 8001,
];

const longText = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom("a", "é", "\u{1F600}", " ", "\u0000", "/"))
  .map(([length, text]) => text.repeat(length));

/**
 * A member name with a meaning in JavaScript; created by the parser, because a literal would set
 * it.
 */
const prototypeNames = fc
  .constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf")
  .map((name) => JSON.parse(`{${JSON.stringify(name)}:{"polluted":true}}`) as unknown);

const numbers = fc.constantFrom<unknown>(
  0,
  -0,
  -1,
  1,
  0.5,
  101,
  2_147_483_647,
  2_147_483_648,
  Number("9007199254740993"),
  1e21,
  1e308,
  -1e308,
  5e-324,
);

/** Records with many members, which take longer to read than others of their size. */
const wideRecords = [2000, 19_000, 20_001, 90_000].map((count): unknown =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`member${at}`, 1])),
);

/** Any value that a field does not expect. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: numbers },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: prototypeNames },
  { weight: 1, arbitrary: longText },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(...wideRecords) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(99, 100, 101, 150, 3000)
      .chain((depth) => fc.constantFrom(nested(depth, "[", "]"), nested(depth, '{"a":', "}"))),
  },
);
