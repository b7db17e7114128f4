import { findRecordId } from "../baselines/find-record-id.ts";
import type { CreatedRecord } from "../baselines/record-creation.ts";
import type { Labelled, Proof } from "../scanners/scanner.types.ts";

/** A record that a proof needs, with the shell variable for its id. */
export interface NamedRecord extends CreatedRecord {
  readonly variable: string;
}

/** A part of an address: a variable of the shell, or text. */
export type AddressPart = { readonly variable: string } | { readonly text: string };

/**
 * The records that the requests of a proof name. The scan deletes them at the end, so that a
 * reader who repeats the proof has to create them again.
 */
export function listNamedRecords(
  { controls, attacks }: Proof,
  created: readonly CreatedRecord[],
): NamedRecord[] {
  const urls = [...controls, ...attacks].map(({ exchange }) => exchange.url);
  const needed = created.filter((record) =>
    urls.some((url) => findRecordId(url, record.path) !== null),
  );
  return needed.map((record, at) => ({
    ...record,
    variable: needed.length === 1 ? "RECORD" : `RECORD_${at + 1}`,
  }));
}

/** The proof with the creations of its records at its beginning, or marked where it has them. */
export function addCreations({ controls, attacks }: Proof, records: readonly NamedRecord[]): Proof {
  const items = [...controls, ...attacks];
  const isIn = ({ exchange }: NamedRecord) => items.some((one) => one.exchange === exchange);
  const mark = (one: Labelled): Labelled => {
    const record = records.find(({ exchange }) => exchange === one.exchange);
    return record === undefined ? one : { ...one, label: `${one.label}${idOf(record)}` };
  };
  const creations = records
    .filter((record) => !isIn(record))
    .map((record) => ({
      label: `${record.exchange.identity ?? "Nobody"} creates the record${idOf(record)}`,
      exchange: record.exchange,
    }));
  return { controls: [...creations, ...controls.map(mark)], attacks: attacks.map(mark) };
}

const idOf = ({ variable }: NamedRecord): string => `; set ${variable} to the id in the answer`;

/** An address in which the ids of records are variables. */
export function splitAddress(url: string, records: readonly NamedRecord[]): AddressPart[] {
  for (const record of records) {
    const place = findRecordId(url, record.path);
    if (place === null) continue;
    const rest = splitAddress(url.slice(place.end), records);
    return [{ text: url.slice(0, place.start) }, { variable: record.variable }, ...rest];
  }
  return url === "" ? [] : [{ text: url }];
}
