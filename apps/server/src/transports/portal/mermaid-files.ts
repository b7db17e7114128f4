import { readFile } from "node:fs/promises";
import { portalFile } from "./portal-file.ts";
import type { ReadyAnswer } from "./ready-answer.ts";
import { frameScriptHeaders } from "./security-headers.ts";

/** The modules of Mermaid for browsers, read at the first request for one. */
export interface MermaidFiles {
  /** Their folder, relative to the portal's own files; changes with Mermaid's version. */
  readonly folder: string;
  /** null: no module of Mermaid has this address. */
  find(path: string): Promise<ReadyAnswer | null>;
}

/** Below the package's build folder: the module itself, and the parts that it loads. */
const moduleForm = /^(?:chunks\/mermaid\.esm\.min\/)?[\w-]+(?:\.[\w-]+)*\.mjs$/;

export async function openMermaidFiles(): Promise<MermaidFiles> {
  const about = await readFile(new URL(import.meta.resolve("mermaid/package.json")), "utf8");
  const { version } = JSON.parse(about) as { version: string };
  const built = new URL(import.meta.resolve("mermaid/dist/mermaid.esm.min.mjs"));
  const folder = `mermaid-${version}`;
  const prefix = `/_portal/${folder}/`;
  const cached = new Map<string, ReadyAnswer>();
  return {
    folder,
    async find(path) {
      if (!path.startsWith(prefix)) return null;
      const name = path.slice(prefix.length);
      const known = cached.get(name);
      if (known !== undefined || !moduleForm.test(name)) return known ?? null;
      const bytes = await readFile(new URL(name, built)).catch(() => null);
      if (bytes === null) return null;
      const file = portalFile(bytes, "text/javascript; charset=utf-8", frameScriptHeaders);
      cached.set(name, file);
      return file;
    },
  };
}
