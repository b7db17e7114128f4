/** Sets of the types of JSON Schema as bits; a number is an integer or has a fraction. */
export type TypeSet = number;

export const nullType = 1;
export const integerType = 32;
const fraction = 64;
export const objectType = 8;
export const arrayType = 16;
export const stringType = 4;
export const numberType = integerType | fraction;
export const everyType = 127;

const bits: Readonly<Record<string, TypeSet>> = {
  null: nullType,
  boolean: 2,
  string: stringType,
  object: objectType,
  array: arrayType,
  integer: integerType,
  number: numberType,
};

/** The set of a `type` keyword; an invalid type limits nothing. */
export function readTypes(keyword: unknown): TypeSet {
  const names: readonly unknown[] = Array.isArray(keyword) ? keyword : [keyword];
  let types = 0;
  for (const name of names) {
    if (typeof name === "string" && Object.hasOwn(bits, name)) types |= bits[name] ?? 0;
  }
  return types === 0 ? everyType : types;
}

export function typeOfValue(value: unknown): TypeSet {
  if (value === null) return nullType;
  if (Array.isArray(value)) return arrayType;
  if (typeof value === "number") return Number.isInteger(value) ? integerType : fraction;
  return bits[typeof value] ?? everyType;
}

/** The names of a set, with `number` for both of its bits. */
export function nameTypes(types: TypeSet): string {
  if (types === everyType) return "any type";
  const names = Object.keys(bits).filter((name) => {
    const bit = bits[name] ?? 0;
    if (name === "integer" && (types & numberType) === numberType) return false;
    return (types & bit) === bit;
  });
  return names.length === 0 ? "no type" : names.join(" or ");
}

/** The single types of a set. */
export function splitTypes(types: TypeSet): TypeSet[] {
  const whole = (types & numberType) === numberType;
  return Object.entries(bits)
    .filter(([name, bit]) => (types & bit) === bit && !(name === "integer" && whole))
    .map(([, bit]) => bit);
}

export function nameOneType(type: TypeSet): string {
  return Object.keys(bits).find((name) => bits[name] === type) ?? "any";
}
