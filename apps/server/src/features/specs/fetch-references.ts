import { documentLimits } from "@lintel/openapi/source";
import type { Egress } from "@lintel/egress/egress.types";
import type { DocumentWork } from "../../domain/design/tasks/document-work.ts";
import { Problem } from "../../platform/problem.ts";
import type { ExternalDocument } from "./external-document.store.ts";
import { fetchDocument } from "./load-text.ts";

/** Limits of one import that fetches external documents transitively. */
const most = { documents: 50, bytes: documentLimits.bytes, addressLength: 2_000 } as const;
const limitMs = 30_000;

export interface FetchedReferences {
  readonly documents: readonly ExternalDocument[];
  /** Why a document was not fetched, by the reference in the document without its fragment. */
  readonly problems: ReadonlyMap<string, string>;
}

export const nothingFetched: FetchedReferences = { documents: [], problems: new Map() };

interface FetchingParts {
  readonly egress: Egress;
  readonly documents: DocumentWork;
  readonly organizationId: string;
}

interface Fetching {
  readonly egress: Egress;
  readonly organizationId: string;
  readonly work: DocumentWork;
  /** The deadline of all fetches, on the clock of `performance.now`. */
  readonly deadline: number;
  /** By address. Null if it could not be fetched or is being fetched, so that circles end. */
  readonly seen: Map<string, string | null>;
  readonly documents: ExternalDocument[];
  bytes: number;
}

/** A reference with the address of its document. */
interface Pending {
  readonly uri: string;
  readonly base: string | null;
}

/**
 * Fetches the external documents of a document transitively, under the rules of all outgoing
 * requests. A document that cannot be fetched is reported and does not stop the others.
 */
export async function fetchReferences(
  { egress, documents: work, organizationId }: FetchingParts,
  base: string | null,
  uris: readonly string[],
): Promise<FetchedReferences> {
  const own = base === null ? [] : [[base.split("#", 1)[0] ?? "", null] as const];
  const deadline = performance.now() + limitMs;
  const seen = new Map(own);
  const fetching = { egress, organizationId, work, deadline, seen, documents: [], bytes: 0 };
  const problems = new Map<string, string>();
  const further: Pending[] = [];
  for (const uri of uris) {
    const problem = await follow(fetching, { uri, base }, further);
    if (problem !== null) problems.set(uri, problem);
  }
  for (const pending of further) await follow(fetching, pending, further);
  return { documents: fetching.documents, problems };
}

/** Fetches one document once and adds its references to `further`, or returns why it could not. */
async function follow(
  fetching: Fetching,
  { uri, base }: Pending,
  further: Pending[],
): Promise<string | null> {
  const address = resolve(uri, base);
  if (address === null) {
    return "It is relative, and where the document comes from is not known: send baseUrl.";
  }
  const known = fetching.seen.get(address);
  if (known !== undefined) return known;
  fetching.seen.set(address, null);
  const problem = await fetchOne(fetching, address, further).catch((error: unknown) => {
    if (error instanceof Problem) return error.detail;
    throw error;
  });
  fetching.seen.set(address, problem);
  return problem;
}

async function fetchOne(
  fetching: Fetching,
  address: string,
  further: Pending[],
): Promise<string | null> {
  const { egress, organizationId, work, documents, deadline } = fetching;
  if (!/^https?:/.test(address)) return "Only http and https addresses are fetched.";
  if (address.length > most.addressLength) return "Its address is too long.";
  if (documents.length >= most.documents) return `At most ${most.documents} documents are fetched.`;
  const timeoutMs = Math.floor(deadline - performance.now());
  const maxBodyBytes = most.bytes - fetching.bytes;
  if (timeoutMs < 1) return `Documents are fetched for ${limitMs / 1000} s in all.`;
  if (maxBodyBytes < 1) return "Documents are fetched up to 20 MiB in all.";
  const { text, url, size } = await fetchDocument(egress, {
    url: address,
    timeoutMs,
    maxBodyBytes,
  });
  fetching.bytes += size;
  const load = { organizationId, size: text.length };
  const references = await work.run("listReferences", { text }, load);
  documents.push({ address, text });
  further.push(...references.map((uri) => ({ uri, base: url })));
  return null;
}

function resolve(uri: string, base: string | null): string | null {
  if (!URL.canParse(uri, base ?? undefined)) return null;
  const address = new URL(uri, base ?? undefined);
  address.hash = "";
  return address.href;
}
