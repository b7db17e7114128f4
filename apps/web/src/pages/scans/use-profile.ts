import { useQueryClient } from "@tanstack/react-query";
import type { Input } from "../../api/api.ts";
import { codeOf } from "../../api/refusal.ts";
import { useApi, useOrganization, useProject } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { toChange, toFields, type Profile, type ProfileFields } from "./profile-fields.ts";

type Change = Omit<Input<"updateScanProfile">, "projectId" | "profileId" | "rowVersion">;

/** The fields of a profile as a draft, and a change of its other parts at once. */
export function useProfile(profile: Profile) {
  const api = useApi();
  const { session } = useOrganization();
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const place = { projectId, profileId: profile.id };
  const read = api.query("getScanProfile", place);
  const newest = () => client.getQueryData(read.queryKey) ?? profile;
  const reload = () => client.fetchQuery({ ...read, staleTime: 0 });
  const write = async (change: Change, rowVersion: string) => {
    const saved = await api.call("updateScanProfile", { ...place, ...change, rowVersion });
    client.setQueryData(read.queryKey, saved);
    await client.invalidateQueries({ queryKey: [api.organization, "listScanProfiles"] });
    return saved;
  };
  const draft = useDraft<ProfileFields>({
    key: `${session.user.id}:scan-profile:${profile.id}`,
    server: toFields(profile),
    save: async (fields) => toFields(await write(toChange(fields), newest().rowVersion)),
    reload: async () => toFields(await reload()),
  });
  /** Changes a part, made from what is newest: another person's change of it in between is kept. */
  const change = async (make: (from: Profile) => Change): Promise<void> => {
    try {
      await write(make(newest()), newest().rowVersion);
    } catch (error) {
      if (codeOf(error) !== "CONCURRENCY_CONFLICT") throw error;
      const again = await reload();
      await write(make(again), again.rowVersion);
    }
  };
  return { draft, change };
}

export type ChangeProfile = ReturnType<typeof useProfile>["change"];
