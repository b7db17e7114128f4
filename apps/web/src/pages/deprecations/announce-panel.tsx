import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { AnnounceChecks } from "./announce-checks.tsx";
import { newPlan, toManaged } from "./plan-fields.ts";
import { PlanForm } from "./plan-form.tsx";
import { listViolations } from "./list-violations.ts";
import { firstDayFrom, showDay } from "./show-day.ts";
import { useEntity } from "./use-entity.ts";
import { useRefresh } from "./use-refresh.ts";
import { useSettled } from "./use-settled.ts";

const route = getRouteApi("/$org/$project/deprecations");

/** Announces the end of an endpoint or a version; the policy's checks follow what is typed. */
export function AnnouncePanel({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { id: projectId } = useProject();
  const params = route.useParams();
  const navigate = route.useNavigate();
  const refresh = useRefresh("listDeprecations", "listDeprecationPlans", "getVersionTree");
  const entity = useEntity(route.useSearch());
  const { specId, entityType, entityId } = entity;
  const [fields, setFields] = useState(newPlan);
  // Without a date of the person, the first day that the policy allows.
  const [earliest, setEarliest] = useState("");
  const shown = { ...fields, sunset: fields.sunset || earliest };
  const asked = useSettled({
    projectId,
    specId,
    entityType,
    entityId,
    ...(shown.sunset === "" ? {} : { sunsetAt: shown.sunset }),
    hasMigrationGuide: fields.migrationGuide.trim() !== "",
    ...(fields.successorEndpointId === ""
      ? {}
      : { successorEndpointId: fields.successorEndpointId }),
  });
  const preview = useQuery({
    ...api.query("previewDeprecation", asked),
    enabled: entity.isReady && asked.entityId !== "",
    placeholderData: keepPreviousData,
  });
  const found = preview.data;
  const allowed = found === undefined ? "" : firstDayFrom(found.earliestSunsetAt);
  if (allowed !== earliest) setEarliest(allowed);
  const announce = useMutation({
    mutationFn: () =>
      api.call("manageDeprecationPlan", {
        projectId,
        specId,
        action: "create",
        entityType,
        entityId,
        ...toManaged(shown),
        sunsetAt: shown.sunset,
      }),
    onSuccess: async ({ plan }) => {
      await refresh();
      await navigate({
        to: "/$org/$project/deprecations/$plan",
        params: { ...params, plan: plan.id },
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    announce.mutate();
  };
  const refused = found === undefined ? [] : listViolations(found);
  const violations = new Map(refused.map((one) => [one.field, one.message]));
  const reason = blockOf(found, entity.hasNoVersion);
  return (
    <Panel title="Announce deprecation" onClose={onClose}>
      <form onSubmit={submit} className="form">
        <Select
          label="Specification"
          value={specId}
          choices={entity.specs}
          onChange={entity.setSpec}
        />
        <Select
          label="Published version"
          value={entity.versionId}
          choices={entity.versions}
          onChange={entity.setVersion}
        />
        <Select
          label="What ends"
          value={entity.endpoint}
          choices={[{ value: "", name: "The whole version" }, ...entity.endpoints]}
          onChange={entity.setEndpoint}
        />
        <PlanForm
          fields={shown}
          onChange={setFields}
          successors={entity.endpoints.filter(({ value }) => value !== entity.endpoint)}
          earliest={earliest === "" ? "" : showDay(earliest)}
          violations={violations}
        />
        <Refusal error={preview.error} />
        {found !== undefined && <AnnounceChecks preview={found} />}
        <Refusal error={announce.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" reason={reason} isDisabled={announce.isPending}>
            {found?.requiresApproval === true ? "Request approval" : "Announce deprecation"}
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}

interface Preview {
  readonly livePlanId: string | null;
  readonly violations: readonly unknown[];
}

/** Why it cannot be announced now; null: it can. */
function blockOf(preview: Preview | undefined, hasNoVersion: boolean): string | null {
  if (hasNoVersion) return "Only published versions are deprecated. Publish one first.";
  if (preview === undefined) return "The policy is being checked.";
  if (preview.livePlanId !== null) return "It has a plan already.";
  return preview.violations.length > 0 ? "The policy refuses it. Change the marked fields." : null;
}
