import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Writes an OpenAPI document with these paths, whose operations need a token; answers its path. */
export function writeDocument(paths: object): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "scan-")), "openapi.json");
  const securitySchemes = { token: { type: "http", scheme: "bearer" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    security: [{ token: [] }],
    components: { securitySchemes },
    paths,
  };
  writeFileSync(file, JSON.stringify(document));
  return file;
}
