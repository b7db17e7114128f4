import { useQueryClient } from "@tanstack/react-query";
import { useApi, useOrganization } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import { readInfoFields, toInfoFields, type InfoFields, type VersionInfo } from "./info-fields.ts";

export function useInfoDraft(info: VersionInfo) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { place } = useVersionPlace();
  const options = api.query("getVersionInfo", place);
  const known = useNewest(info);
  return useDraft<InfoFields>({
    key: `${session.user.id}:info:${place.versionId}`,
    server: toInfoFields(info),
    save: async (fields) => {
      const change = readInfoFields(fields, known.newest);
      const { rowVersion } = known.newest;
      const saved = await api.call("updateVersionInfo", { ...place, rowVersion, ...change });
      known.newest = saved;
      client.setQueryData(options.queryKey, saved);
      return toInfoFields(saved);
    },
    reload: async () => {
      await client.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: true });
      known.newest = client.getQueryData(options.queryKey) ?? info;
      return toInfoFields(known.newest);
    },
  });
}
