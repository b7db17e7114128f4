import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { findDrift, type Drift } from "@lintel/traffic/find-drift";
import { viewDocument, type DocumentView } from "@lintel/openapi/view";
import { makeDocument } from "../../domain/design/make-document.ts";
import { measureTexts, type StoredTexts } from "../../domain/design/stored-texts.ts";

// What runs in a thread of its own. The pool calls `check`.

/** An answer that was sampled, with what says which part of a document it is held against. */
export interface AnswerCheck {
  readonly versionId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  /** As it was sent; null: it was not looked at. */
  readonly body: Uint8Array | null;
  readonly contentEncoding: string;
}

export interface AnswerVerdict {
  /**
   * `skipped`: the document does not have the operation, or the body cannot be read. `unknown`: the thread does not have
   * the document (any more): call again with it.
   */
  readonly kind: "checked" | "skipped" | "unknown";
  readonly drifts: readonly Drift[];
  /** Processor time. */
  readonly usedMs: number;
}

/** Characters of the documents that are kept parsed; the longest unused are forgotten. */
const maxKept = 10_000_000;
/** A compressed body that becomes larger is not looked at. */
const maxDecoded = 1_000_000;

interface KeptDocument {
  readonly view: DocumentView;
  readonly size: number;
}

const kept = new Map<string, KeptDocument>();

export function check(asked: {
  readonly answer: AnswerCheck;
  readonly texts: StoredTexts | null;
}): AnswerVerdict {
  const before = process.threadCpuUsage();
  const verdict = judge(asked.answer, asked.texts);
  const { user, system } = process.threadCpuUsage(before);
  return { ...verdict, usedMs: (user + system) / 1000 };
}

function judge(answer: AnswerCheck, texts: StoredTexts | null): Omit<AnswerVerdict, "usedMs"> {
  const document = findDocument(answer.versionId, texts);
  if (document === null) return { kind: "unknown", drifts: [] };
  const text = answer.body === null ? null : decode(answer.body, answer.contentEncoding);
  const drifts = text === undefined ? null : findDrift(document, answer, { ...answer, text });
  return drifts === null ? { kind: "skipped", drifts: [] } : { kind: "checked", drifts };
}

function findDocument(versionId: string, texts: StoredTexts | null): DocumentView | null {
  const document =
    texts === null ? kept.get(versionId) : { view: view(texts), size: measureTexts(texts) };
  if (document === undefined) return null;
  kept.delete(versionId);
  kept.set(versionId, document);
  let size = [...kept.values()].reduce((sum, each) => sum + each.size, 0);
  for (const [oldest, { size: freed }] of kept) {
    if (size <= maxKept) break;
    kept.delete(oldest);
    size -= freed;
  }
  return document.view;
}

/** Without what policies and plans add: neither is about bodies. */
const view = (texts: StoredTexts): DocumentView =>
  viewDocument(
    makeDocument({
      texts,
      headers: JSON.stringify({ requests: [], responses: [] }),
      basePath: null,
      markedEndpointIds: [],
    }).document,
  );

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  "": (body) => body,
  identity: (body) => body,
  gzip: (body) => gunzipSync(body, limits),
  "x-gzip": (body) => gunzipSync(body, limits),
  deflate: (body) => inflateSync(body, limits),
  br: (body) => brotliDecompressSync(body, limits),
};
const limits = { maxOutputLength: maxDecoded };

function decode(body: Uint8Array, encoding: string): string | undefined {
  try {
    const bytes = decoders[encoding.trim().toLowerCase()]?.(body);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
