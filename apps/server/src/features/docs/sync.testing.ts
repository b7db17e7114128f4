import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { TestResponse } from "../../testing/request.ts";
import type { DocsScene } from "./docs.testing.ts";

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

export function toFiles(files: Files): { path: string; digest: string; text: string }[] {
  return Object.entries(files).map(([path, text]) => ({ path, digest: digestOf(text), text }));
}

interface PushOptions {
  readonly base?: Files;
  readonly isPreview?: boolean;
  readonly onConflict?: "refuse" | "overwrite";
  readonly ifMatch?: string;
  readonly isWithoutTexts?: boolean;
  readonly key?: string;
}

/** Syncs a folder of files. */
export function push(
  scene: DocsScene,
  files: Files,
  { base, ifMatch, isWithoutTexts = false, key, ...rest }: PushOptions = {},
): Promise<TestResponse> {
  const sent = toFiles(files).map(({ text, ...file }) =>
    isWithoutTexts || file.path.endsWith(".png") ? file : { ...file, text },
  );
  const body = {
    ...rest,
    files: sent,
    ...(base === undefined
      ? {}
      : { base: toFiles(base).map(({ path, digest }) => ({ path, digest })) }),
  };
  return scene.inVersion("POST", "/sync", body, {
    ...(key === undefined ? {} : { key }),
    ...(ifMatch === undefined ? {} : { headers: { "if-match": ifMatch } }),
  });
}

/** The texts of a version, each checked against its digest in the list. */
export async function pull(scene: DocsScene, key = scene.keys.member): Promise<Files> {
  const { body } = await scene.inVersion("GET", "/files", undefined, { key });
  const listed = body["files"] as unknown as { path: string; digest: string }[];
  const paths = listed.map(({ path }) => path);
  if (paths.length === 0) return {};
  const read = await scene.inVersion("POST", "/files/read", { paths }, { key });
  expect(read.status, read.text).toBe(200);
  const files = read.body["files"] as unknown as { path: string; digest: string; text: string }[];
  const digests = new Map(listed.map(({ path, digest }) => [path, digest]));
  for (const { path, text } of files) expect(digestOf(text), path).toBe(digests.get(path));
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}
