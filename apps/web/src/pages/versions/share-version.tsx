import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, useCan } from "../../api/scope.ts";
import { Select } from "../../parts/select.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import { ShareDialog } from "../sharing/share-dialog.tsx";
import type { VersionDialogProps } from "./version-dialog.types.ts";

export interface ShareVersionProps extends VersionDialogProps {
  /** The comparison to share. Default: the version alone. */
  readonly baselineId?: string;
}

/** Makes public links to a version or a comparison, and revokes them. */
export function ShareVersion({ version, versions, onClose, baselineId = "" }: ShareVersionProps) {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useVersionPlace();
  const call = { ...place, versionId: version.id };
  const canRevoke = useCan("specs:publish");
  const [baseline, setBaseline] = useState(baselineId);
  const links = useQuery(api.list("listShareLinks", call));
  const onSettled = () =>
    client.invalidateQueries({ queryKey: [api.organization, "listShareLinks"] });
  const create = useMutation({
    mutationFn: (expiresInDays: number) =>
      api.call("createShareLink", {
        ...call,
        expiresInDays,
        ...(baseline === "" ? {} : { baselineVersionId: baseline }),
      }),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (linkId: string) => api.call("revokeShareLink", { ...call, linkId }),
    onSettled,
  });
  const others = versions.filter(({ id }) => id !== version.id);
  const shown = [
    { value: "", name: `Version ${version.version} alone` },
    ...others.map((other) => ({
      value: other.id,
      name: `${other.version} → ${version.version}`,
    })),
  ];
  const numberOf = (id: string) => versions.find((one) => one.id === id)?.version ?? "…";
  return (
    <ShareDialog
      title={`Share version ${version.version}`}
      fields={<Select label="Shows" value={baseline} choices={shown} onChange={setBaseline} />}
      links={links}
      create={create}
      revoke={canRevoke ? revoke : undefined}
      nameOf={({ baselineVersionId }) =>
        baselineVersionId === null
          ? version.version
          : `${numberOf(baselineVersionId)} → ${version.version}`
      }
      onClose={onClose}
    />
  );
}
