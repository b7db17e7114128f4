import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { markdownStylesheet } from "@lintel/markdown/stylesheet";
import { writeDiagramFrame } from "@lintel/portal/diagram-frame";
import type { Typeface } from "@lintel/portal/brand";
import type { PortalFiles } from "@lintel/portal/layout";
import { openMermaidFiles } from "./mermaid-files.ts";
import type { ReadyAnswer } from "./ready-answer.ts";
import { fileHeaders, frameHeaders, frameScriptHeaders } from "./security-headers.ts";
import { fontFile, portalFile } from "./portal-file.ts";

/** The portal's own files, under names that change with their content. */
export interface OwnFiles {
  readonly addresses: PortalFiles;
  /** The typefaces that a branding can choose. */
  readonly typefaces: ReadonlyMap<string, Typeface>;
  /** The stylesheet of API references. */
  readonly referenceStyle: string;
  /** Files in memory: all except the parts of Mermaid. */
  readonly byPath: ReadonlyMap<string, ReadyAnswer>;
  /** null: there is no such file. */
  find(path: string): Promise<ReadyAnswer | null>;
}

const styles = "text/css; charset=utf-8";
const scripts = "text/javascript; charset=utf-8";

function readOwn(specifier: string): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve(specifier)), "utf8");
}

const readAsset = (name: string): Promise<string> => readOwn(`@lintel/portal/assets/${name}`);

/** Stores a file and returns its address. */
type Add = (
  name: string,
  text: string,
  mediaType: string,
  headers?: Readonly<Record<string, string>>,
) => string;

export async function loadOwnFiles(): Promise<OwnFiles> {
  const byPath = new Map<string, ReadyAnswer>();
  const add: Add = (name, text, mediaType, headers = fileHeaders) => {
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
    const path = `/_portal/${name.replace(".", `.${digest}.`)}`;
    byPath.set(path, portalFile(Buffer.from(text), mediaType, headers));
    return path;
  };
  const mermaid = await openMermaidFiles();
  const geist = await addFont(byPath, "geist");
  return {
    byPath,
    typefaces: new Map([["geist", { family: "Geist", href: geist }]]),
    find: async (path) => byPath.get(path) ?? (await mermaid.find(path)),
    referenceStyle: add("reference.css", await readOwn("@lintel/reference/reference.css"), styles),
    addresses: await addParts(add, mermaid.folder),
  };
}

/** A variable font with Latin letters, under a name that changes with its content. */
async function addFont(byPath: Map<string, ReadyAnswer>, name: string): Promise<string> {
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const bytes = await readFile(fileURLToPath(import.meta.resolve(file)));
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const path = `/_portal/${name}.${digest}.woff2`;
  byPath.set(path, fontFile(bytes));
  return path;
}

async function addParts(add: Add, mermaidFolder: string): Promise<PortalFiles> {
  const tokens = await readOwn("@lintel/tokens/tokens.css");
  const style = `${tokens}\n${markdownStylesheet}\n${await readAsset("portal.css")}`;
  const tryIt = await readOwn("@lintel/reference/island/try-it.js");
  const drawing = (await readAsset("diagram-frame.js")).replace(
    "./mermaid/",
    `./${mermaidFolder}/`,
  );
  const frameScript = add("diagram-frame.js", drawing, scripts, frameScriptHeaders);
  const frame = writeDiagramFrame(frameScript);
  return {
    stylesheet: add("portal.css", style, styles),
    themeScript: add("theme.js", await readAsset("theme.js"), scripts),
    tryIt: add("try-it.js", tryIt, scripts),
    script: add("portal.js", await readAsset("portal.js"), scripts),
    diagramScript: add("diagrams.js", await readAsset("diagrams.js"), scripts),
    diagramFrame: add("diagram.html", frame, "text/html; charset=utf-8", frameHeaders),
  };
}
