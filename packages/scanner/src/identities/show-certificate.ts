import { explainValidity, type ClientCertificate } from "@lintel/egress/client-certificate";
import type { Sender } from "../traffic/create-sender.ts";
import type { Credential, Exchange } from "../traffic/exchange.types.ts";
import { explainRefusal, isCertificateRefused } from "../traffic/judge-answer.ts";
import { ScanEnd } from "../traffic/scan-end.ts";

/** A certificate as a credential, after one request that shows whether the target accepts it. */
export async function showCertificate(
  name: string,
  { certificate, key }: ClientCertificate,
  send: Sender["send"],
): Promise<{ readonly credential: Credential; readonly exchange: Exchange }> {
  const clientCertificate = { certificate, key };
  const credential = { headers: [], query: [], clientCertificate };
  const root = { method: "GET", path: "/", query: [], headers: [], body: null };
  const exchange = await send(root, name, credential);
  if (exchange.status !== 0 && !isCertificateRefused(exchange)) return { credential, exchange };
  const invalid = explainValidity(clientCertificate, new Date());
  const why = [explainRefusal(exchange), ...(invalid === null ? [] : [invalid])].join("; ");
  throw new ScanEnd("signInFailed", `${name} could not sign in with its certificate: ${why}.`);
}
