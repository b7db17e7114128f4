import { isLoopback } from "../network/http.ts";
import type { Terminal } from "../output/terminal.ts";

/** Warns if a credential is sent without encryption to another computer. */
export function warnOfExposure(terminal: Terminal, url: string, what: "key" | "token"): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "http:" || isLoopback(hostname)) return;
  terminal.note(`Warning: http:// sends the ${what} unencrypted. Use https:// if possible.`);
}
