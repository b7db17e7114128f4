import type { Masker } from "@lintel/masking/masker";
import type { CreatedRecord } from "../baselines/record-creation.ts";
import type { Labelled, Proof } from "../scanners/scanner.types.ts";
import type { Exchange, Pairs } from "../traffic/exchange.types.ts";
import type { Evidence, EvidenceItem } from "../findings/finding.types.ts";
import { addCreations, listNamedRecords, splitAddress, type NamedRecord } from "./name-records.ts";

const maxBodyBytes = 2048;
const maxHeaderBytes = 300;
const shownHeaders = new Set([
  "content-type",
  "location",
  "www-authenticate",
  "set-cookie",
  "server",
]);
const isShown = (name: string): boolean =>
  shownHeaders.has(name) || /^(?:access-control-|x-|retry-after|allow$|cache-control)/.test(name);

/**
 * Masks a proof: no credential of the scan, and none that an answer names, leaves it. Records that
 * the scan created are created by the first requests of the proof.
 */
export function writeEvidence(
  proof: Proof,
  masker: Masker,
  created: readonly CreatedRecord[] = [],
): Evidence {
  const records = listNamedRecords(proof, created);
  const { controls, attacks } = addCreations(proof, records);
  const write = (one: Labelled) => writeItem(one, masker, records);
  return { controls: controls.map(write), attacks: attacks.map(write) };
}

function writeItem(
  { label, exchange }: Labelled,
  masker: Masker,
  records: readonly NamedRecord[],
): EvidenceItem {
  const mask = (pairs: Pairs): Pairs =>
    pairs.map(([name, value]) => [name, maskHeader(name, value, masker)]);
  const request = {
    method: exchange.method,
    url: masker.text(exchange.url),
    headers: mask(exchange.headers),
    body: exchange.body === null ? null : masker.start(exchange.body, maxBodyBytes),
  };
  return {
    label,
    request,
    response: {
      status: exchange.status,
      headers: mask(exchange.responseHeaders.filter(([name]) => isShown(name))),
      excerpt: masker.start(exchange.text, maxBodyBytes),
    },
    curl: writeCurl(exchange, request, records),
  };
}

const secretHeader = /^(?:authorization|cookie|set-cookie|proxy-authorization)$/i;

/** A header of an identity's credential is masked as a whole, whatever its form. */
function maskHeader(name: string, value: string, masker: Masker): string {
  if (masker.isIn(value)) return masker.text(value);
  const isOwn = secretHeader.test(name) && /^set-cookie$/i.test(name);
  return isOwn ? value.replace(/=[^;]*/, "=•••") : masker.start(value, maxHeaderBytes);
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A name for the shell variable with the credential of an identity: `alice` is `$ALICE`. */
const variableOf = (identity: string): string =>
  identity
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "_")
    .replace(/^(?=\d)/, "_");

/**
 * The request for a POSIX shell. A masked credential is a variable, as is the id of a created record, so that the line can be run. For
 * a certificate there are two, with the paths of its files.
 */
function writeCurl(
  { identity, hasCertificate }: Exchange,
  { method, url, headers, body }: EvidenceItem["request"],
  records: readonly NamedRecord[],
): string {
  const variable = variableOf(identity ?? "credential");
  const credential = `"$${variable}"`;
  const files = `--cert "$${variable}_CERTIFICATE" --key "$${variable}_KEY"`;
  const line = (name: string, value: string): string =>
    value.includes("•••")
      ? `--header ${quote(`${name}: ${value.slice(0, value.indexOf("•••"))}`)}${credential}`
      : `--header ${quote(`${name}: ${value}`)}`;
  return [
    "curl --globoff --include",
    ...(method === "GET" ? [] : [`--request ${quote(method)}`]),
    ...(hasCertificate === true ? [files] : []),
    splitAddress(url, records)
      .map((part) => ("text" in part ? quote(part.text) : `"$${part.variable}"`))
      .join(""),
    ...headers.map(([name, value]) => line(name, value)),
    ...(body === null ? [] : [`--data-raw ${quote(body)}`]),
  ].join(" ");
}
