import type { JSONPathEnvironment } from "json-p3";

/** Makes `length()` count Unicode scalar values, not UTF-16 code units (RFC 9535 §2.4.4). */
export function countCharacters({ functionRegister }: JSONPathEnvironment): void {
  const length = functionRegister.get("length");
  if (length === undefined) throw new Error("The JSONPath library has no function length().");
  functionRegister.set("length", {
    argTypes: length.argTypes,
    returnType: length.returnType,
    call: (value: unknown): unknown =>
      typeof value === "string" ? Array.from(value).length : length.call(value),
  });
}
