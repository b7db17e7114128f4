import type { Connection } from "../network/connect.ts";
import type { VersionPlace } from "./fetch-files.ts";
import type { LocalFile } from "./local-files.ts";

/** Uploads assets, each once. */
export async function uploadAssets(
  connection: Connection,
  place: VersionPlace,
  files: ReadonlyMap<string, LocalFile>,
  paths: readonly string[],
): Promise<void> {
  const sent = new Set<string>();
  for (const path of paths) {
    const file = files.get(path);
    if (file === undefined || sent.has(file.digest)) continue;
    sent.add(file.digest);
    await connection.call(`upload ${path}`, "uploadDocAsset", {
      ...place,
      contentBase64: file.bytes.toString("base64"),
      digest: file.digest,
    });
  }
}
