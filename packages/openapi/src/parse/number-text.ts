/**
 * The decimal value that a number's text stands for: its digits without zeros at either end, and
 * the power of ten of the last one. Null for text that is no decimal number.
 */
function readDecimal(text: string): string | null {
  const parts = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - kept.length);
  return `${sign === "-" ? "-" : ""}${kept}e${power}`;
}

/** Up to this many characters without an exponent every decimal number is kept exactly. */
const exactLength = 15;

/** Whether reading a decimal number changes its value: 9007199254740993 becomes …992. */
export const isRounded = (text: string): boolean =>
  (text.length > exactLength || /e/i.test(text)) &&
  readDecimal(text) !== readDecimal(String(Number(text)));
