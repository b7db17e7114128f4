import { createHash } from "node:crypto";
import type { Caller } from "./seed.ts";

/** A file of a documentation for a push. */
export interface DocsFile {
  /** Such as `guide/install.md`. */
  readonly path: string;
  readonly text: string;
}

/** A public documentation, and a draft of it if requested. */
export interface MadeDocs {
  readonly docId: string;
  readonly versionId: string;
  /** Below the portal: `/{org}/{doc}`. */
  readonly path: string;
}

/**
 * Calls the product's REST interface.
 *
 * * @throws Error if the status is not 2xx
 */
export async function callProduct<Answer>(
  url: string,
  { key }: Pick<Caller, "key">,
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      "x-api-key": key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

/** Publishes a public documentation of these files. The caller is an admin. */
export async function publishDocs(
  url: string,
  caller: Caller,
  name: string,
  files: readonly DocsFile[],
): Promise<MadeDocs> {
  const made = await pushDocs(url, caller, name, files);
  await makePublic(url, caller, made);
  return made;
}

/** Creates a documentation with a draft of these files. */
export async function pushDocs(
  url: string,
  caller: Caller,
  name: string,
  files: readonly DocsFile[],
): Promise<MadeDocs> {
  const docs = `/api/projects/${caller.projectId}/docs`;
  const made = await callProduct<{ id: string; slug: string; versions: { id: string }[] }>(
    url,
    caller,
    "POST",
    docs,
    { name },
  );
  const versionId = made.versions[0]?.id ?? "";
  await callProduct(url, caller, "POST", `${docs}/${made.id}/versions/${versionId}/sync`, {
    files: files.map(({ path, text }) => ({
      path,
      text,
      digest: createHash("sha256").update(text).digest("hex"),
    })),
  });
  return { docId: made.id, versionId, path: `/${caller.organizationSlug}/${made.slug}` };
}

export async function makePublic(
  url: string,
  caller: Caller,
  { docId, versionId }: Pick<MadeDocs, "docId" | "versionId">,
): Promise<void> {
  const version = `/api/projects/${caller.projectId}/docs/${docId}/versions/${versionId}`;
  const { rowVersion } = await callProduct<{ rowVersion: string }>(url, caller, "GET", version);
  await callProduct(url, caller, "PATCH", version, { visibility: "public", rowVersion });
  await callProduct(url, caller, "POST", `${version}/status`, { status: "published" });
}

/** Pages as in a real documentation: 20 in a folder, each with its own title. */
export function toFiles(pages: readonly string[]): DocsFile[] {
  return pages.map((text, at) => ({
    path: `part-${Math.floor(at / 20)}/page-${at}.md`,
    text: `---\ntitle: Page ${at}\n---\n\n${text.replace(/^# .*\n/, "")}`,
  }));
}

/** The address of a page of `toFiles`, below its documentation. */
export function addressOf(at: number): string {
  return `/part-${Math.floor(at / 20)}/page-${at}`;
}
