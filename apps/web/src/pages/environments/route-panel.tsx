import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { toggled } from "../../parts/selection.ts";
import type { Environment } from "./environment-fields.ts";
import { readAddress, showAddress, type EnvironmentRoute } from "./route-text.ts";

export interface RoutePanelProps {
  readonly environment: Environment;
  readonly onClose: () => void;
}

/** Where calls for an environment arrive at a gateway, where they are sent, and what they are held against. */
export function RoutePanel({ environment, onClose }: RoutePanelProps) {
  const { id: projectId } = useProject();
  const api = useApi();
  const route = useQuery(
    api.query("getEnvironmentRoute", { projectId, environmentId: environment.id }),
  );
  const specs = useQuery(api.list("listSpecs", { projectId }));
  return (
    <Panel title="Gateway" onClose={onClose}>
      <QueryView query={route}>
        {(read) => (
          <QueryView query={specs}>
            {(all) => <RouteForm route={read} specs={all} onClose={onClose} />}
          </QueryView>
        )}
      </QueryView>
    </Panel>
  );
}

interface RouteFormProps {
  readonly route: EnvironmentRoute;
  readonly specs: readonly Item<"listSpecs">[];
  readonly onClose: () => void;
}

function RouteForm({ route, specs, onClose }: RouteFormProps) {
  const { id: projectId } = useProject();
  const [text, setText] = useState(() => textOf(route));
  const [isServed, setIsServed] = useState(route.isServed);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(route.specs.map(({ specId }) => specId)),
  );
  const save = useChange(useApi(), "setEnvironmentRoute", ["getEnvironmentRoute"]);
  const set = (name: keyof RouteText) => (value: string) => setText({ ...text, [name]: value });
  const addresses = linesOf(text.addresses).map(readAddress);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      {
        projectId,
        environmentId: route.environmentId,
        isServed,
        addresses: addresses.filter((address) => address !== null),
        upstreamUrl: text.upstreamUrl.trim() || null,
        infoUrl: text.infoUrl.trim() || null,
        requestsPerMinute: text.limit === "" ? null : Number(text.limit),
        consumerFrom: linesOf(text.consumerFrom),
        // A version and a base path that were chosen for a specification are kept.
        specs: [...chosen].map(
          (specId) => route.specs.find((spec) => spec.specId === specId) ?? { specId },
        ),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <form onSubmit={submit} className="form">
      <Checkbox label="Gateways take calls for it" isChecked={isServed} onChange={setIsServed} />
      <TextField
        label="Addresses"
        help="Where its calls arrive, one a line, such as api.example.com/shop."
        rows={3}
        isMono
        value={text.addresses}
        onChange={set("addresses")}
      />
      <TextField
        label="Sent to"
        isOptional
        isMono
        help="The base URL of the environment unless you enter another."
        value={text.upstreamUrl}
        onChange={set("upstreamUrl")}
      />
      <fieldset>
        <legend>Specifications that it serves</legend>
        {specs.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            isChecked={chosen.has(id)}
            onChange={() => setChosen(toggled(chosen, id))}
          />
        ))}
      </fieldset>
      <TextField
        label="Calls of a consumer in a minute"
        isOptional
        inputMode="numeric"
        value={text.limit}
        onChange={set("limit")}
      />
      <TextField
        label="Page about deprecations"
        isOptional
        isMono
        value={text.infoUrl}
        onChange={set("infoUrl")}
      />
      <TextField
        label="Who calls"
        isOptional
        rows={3}
        isMono
        help="One a line: claim:client_id or header:X-API-Key. The first that a call has is used."
        value={text.consumerFrom}
        onChange={set("consumerFrom")}
      />
      <Refusal error={save.error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          reason={whyNot(addresses, text.limit)}
          isDisabled={save.isPending}
        >
          Save route
        </Button>
      </DialogButtons>
    </form>
  );
}

type RouteText = ReturnType<typeof textOf>;

const textOf = (route: EnvironmentRoute) => ({
  addresses: route.addresses.map(showAddress).join("\n"),
  upstreamUrl: route.upstreamUrl ?? "",
  infoUrl: route.infoUrl ?? "",
  limit: String(route.requestsPerMinute ?? ""),
  consumerFrom: route.consumerFrom.join("\n"),
});

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== "");

function whyNot(addresses: readonly unknown[], limit: string): string | null {
  if (addresses.includes(null)) return "Enter addresses such as api.example.com/shop.";
  return /^\d*$/.test(limit) ? null : "Enter the calls in a minute as a number.";
}
