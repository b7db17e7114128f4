/** A text without the personal data in it: an address keeps its first letter and its domain. */
export function mask(text: string): string {
  const at = text.lastIndexOf("@");
  const kept = text.slice(0, 1);
  if (at > 0) return `${kept}***${text.slice(at)}`;
  return text === "" ? "" : `${kept}***`;
}

/** A text whose e-mail addresses are masked. */
export function maskAddresses(text: string): string {
  return text.replaceAll(/[^\s"'<>()[\],;:=\\]+@[^\s"'<>()[\],;\\]+/g, (address) => mask(address));
}
