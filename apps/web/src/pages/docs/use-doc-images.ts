import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { toBase64 } from "./base64.ts";
import { useDocPlace } from "./use-doc.ts";

const prefix = "/_base/_assets/";

/** Reads a file of the version by its address in a rendered page, as a data: address; null: there is none. */
export function useDocImages() {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useDocPlace();
  return async (address: string): Promise<string | null> => {
    try {
      const path = decodeURIComponent(address.slice(prefix.length));
      const assets = await client.fetchQuery({
        ...api.list("listDocAssets", place),
        staleTime: 2000,
      });
      const asset = assets.find((each) => each.path === path);
      if (asset === undefined) return null;
      const { digest } = asset;
      const { mediaType, bytes } = await client.fetchQuery({
        ...api.query("getDocAsset", { ...place, digest, form: "clean" }),
        staleTime: Infinity,
      });
      return `data:${mediaType.split(";", 1)[0]};base64,${toBase64(bytes)}`;
    } catch {
      // The text of the image is shown instead.
      return null;
    }
  };
}
