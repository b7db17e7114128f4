import type { Sender } from "../traffic/create-sender.ts";
import { ScanEnd } from "../traffic/scan-end.ts";
import type { ExtractToken, TokenCase } from "./token-extractor.types.ts";

/**
 * The token that a case of a suite extracts. Its requests count as those of the scan.
 *
 * @throws ScanEnd if the case does not give one, or the scan ended while it ran
 */
export async function runTokenCase(
  name: string,
  wanted: TokenCase,
  sender: Pick<Sender, "lend">,
  extractToken: ExtractToken | undefined,
): Promise<string> {
  if (extractToken === undefined) throw refuse(name, wanted, "suites cannot be run here");
  const lent = sender.lend();
  const found = await extractToken(wanted, lent);
  lent.checkEnd();
  if ("token" in found) return found.token;
  throw refuse(name, wanted, found.reason);
}

const refuse = (name: string, { caseName }: TokenCase, why: string): ScanEnd =>
  new ScanEnd("signInFailed", `${name} could not sign in with the case "${caseName}": ${why}.`);
