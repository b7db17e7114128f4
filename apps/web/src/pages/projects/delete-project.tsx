import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { queryClient } from "../../api/query-client.ts";
import { useOrganization } from "../../api/scope.ts";
import { DeleteByName } from "../../parts/delete-by-name.tsx";
import type { ProjectDialogProps } from "./edit-project.tsx";

const one = { skip: 0, take: 1 } as const;

/** Deletes a project for good, after its name was entered. */
export function DeleteProject({ project: { id: projectId, name }, onClose }: ProjectDialogProps) {
  const { api, organization } = useOrganization();
  const navigate = useNavigate();
  const specs = useQuery(api.query("listSpecs", { projectId, ...one }));
  const docs = useQuery(api.query("listDocumentations", { projectId }));
  const suites = useQuery(api.query("listSuites", { projectId, ...one }));
  const remove = useMutation({
    mutationFn: () => api.call("deleteProject", { projectId }),
    onSuccess: async () => {
      // The pages of a project that is gone have nothing to show.
      await navigate({ to: "/$org", params: { org: organization.slug } });
      await queryClient.invalidateQueries({ queryKey: [api.organization, "listProjects"] });
    },
  });
  return (
    <DeleteByName
      noun="project"
      name={name}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {specs.data?.totalCount ?? "…"} specifications, {docs.data?.documentations.length ?? "…"}{" "}
        documentations and {suites.data?.totalCount ?? "…"} suites are deleted with it, as are its
        runs, scans and plans. This cannot be undone.
      </p>
    </DeleteByName>
  );
}
