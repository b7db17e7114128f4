import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { toBase64 } from "./base64.ts";
import { useDocPlace } from "./use-doc.ts";

const maxMiB = 10;

/** Uploads files into `images/` of the version, and returns the Markdown that shows them. */
export function useDocUpload() {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useDocPlace();
  const [count, setCount] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const upload = async (file: File): Promise<string> => {
    if (file.size > maxMiB * 1024 * 1024)
      throw new Error(`${file.name} is larger than ${maxMiB} MiB. Choose a smaller file.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const path = `images/${await nameFile(file, bytes)}`;
    await api.call("uploadDocAsset", { ...place, path, contentBase64: toBase64(bytes) });
    const text = file.name.replace(/\.[^.]+$/, "").replaceAll(/[[\]\\]/g, "");
    const address = `/${path.split("/").map(encodeURIComponent).join("/")}`;
    return /^(?:image|video)\//.test(file.type)
      ? `![${text}](${address})`
      : `[${file.name}](${address})`;
  };
  const take = async (files: readonly File[]): Promise<string | null> => {
    setError(null);
    setCount((before) => before + files.length);
    try {
      const written = await Promise.all(files.map(upload));
      await client.invalidateQueries({ queryKey: [api.organization, "listDocAssets"] });
      return written.join("\n\n");
    } catch (failure) {
      setError(failure as Error);
      return null;
    } finally {
      setCount((before) => before - files.length);
    }
  };
  return { take, count, error };
}

/** Its name with a part of its digest, so that two screenshots of the same name stay apart. */
async function nameFile(file: File, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const mark = Array.from(digest.slice(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  const [, stem = "file", ending = ""] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? [];
  const plain = stem
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60);
  return `${plain.replaceAll(/^-+|-+$/g, "") || "file"}-${mark}${ending.toLowerCase()}`;
}
