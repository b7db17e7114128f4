import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FieldError } from "../problem.ts";
import { toFieldErrors } from "./field-errors.ts";
import { findIllFormedTexts } from "./ill-formed-texts.ts";
import { uuidPattern } from "../uuid.ts";

/** Says what is wrong with a value, field by field; defaults of its schema are filled in. */
export type ShapeCheck = (value: unknown) => FieldError[];

/** Deeper values overflow the stack of what walks them later. */
const maxDepth = 100;
/** Values of up to so many parts have all their faults listed; of larger ones, the first. */
const maxListedParts = 5000;
/** Texts up to so many characters are matched against patterns although they are too long for their field. */
const maxMatchedLength = 2000;
/** Faults that are looked at: each is weighed against every other. */
const maxWeighedFaults = 500;

// Listing every fault of a large hostile value takes more time and memory than the value is worth,
// so the first is looked for alone, and the others only where that is cheap.
const firstOfExact = createAjv({ coerceTypes: false, allErrors: false });
const allOfExact = createAjv({ coerceTypes: false, allErrors: true });
const firstOfTexts = createAjv({ coerceTypes: true, allErrors: false });
const allOfTexts = createAjv({ coerceTypes: true, allErrors: true });

function createAjv(options: { coerceTypes: boolean; allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    ...options,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    verbose: true,
    // Schemas are our own, and a test holds them to the meta-schema: the first call would wait for it
    // to be compiled.
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv);
  // The stock format also takes `urn:uuid:`, which the database does not.
  ajv.addFormat("uuid", uuidPattern);
  return ajv;
}

/**
 * `exact` does not convert values. `texts` have no types on the wire and are converted. A schema is
 * compiled when it is first needed: few of them are in any one process, and each takes
 * milliseconds.
 */
export function createShapeCheck(schema: object, kind: "exact" | "texts"): ShapeCheck {
  const [first, all] = kind === "exact" ? [firstOfExact, allOfExact] : [firstOfTexts, allOfTexts];
  let checkFirst: ValidateFunction | null = null;
  let checkAll: ValidateFunction | null = null;
  return (value) => {
    const size = measure(value);
    if (size.depth > maxDepth) return [tooDeep];
    checkFirst ??= first.compile(schema);
    if (checkFirst(value)) return size.isWellFormed ? [] : findIllFormedTexts(schema, value);
    if (size.parts > maxListedParts || size.longest > maxMatchedLength)
      return toFieldErrors(checkFirst.errors ?? []);
    checkAll ??= all.compile(schema);
    checkAll(value);
    return toFieldErrors((checkAll.errors ?? []).slice(0, maxWeighedFaults));
  };
}

const tooDeep: FieldError = {
  field: "",
  code: "depth",
  message: `Values may be nested ${maxDepth} levels deep.`,
};

interface Size {
  readonly depth: number;
  readonly parts: number;
  readonly longest: number;
  /** No text and no name holds half of a surrogate pair. */
  readonly isWellFormed: boolean;
}

/**
 * How deep a value is, of how many parts, and how long its longest text is; as far as the limits need
 * it, and without recursion.
 */
function measure(value: unknown): Size {
  let level: unknown[] = [value];
  let parts = 0;
  let longest = 0;
  let isWellFormed = true;
  for (let depth = 0; ; depth += 1) {
    const next: unknown[] = [];
    for (const part of level) {
      if (typeof part === "string") {
        longest = Math.max(longest, part.length);
        isWellFormed &&= part.isWellFormed();
      }
      if (typeof part !== "object" || part === null) continue;
      for (const member of Object.values(part)) next.push(member);
      if (!Array.isArray(part))
        isWellFormed &&= Object.keys(part).every((name) => name.isWellFormed());
    }
    parts += next.length;
    if (next.length === 0 || depth > maxDepth) return { depth, parts, longest, isWellFormed };
    level = next;
  }
}
