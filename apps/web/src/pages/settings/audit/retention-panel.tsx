import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";

const fewest = 30;
const most = 3650;

/** How long names and details of entries are kept. */
export function RetentionPanel({ onClose }: { readonly onClose: () => void }) {
  const retention = useQuery(useApi().query("getAuditRetention", {}));
  return (
    <Panel title="Retention" onClose={onClose}>
      <QueryView query={retention}>{({ days }) => <DaysForm key={days} days={days} />}</QueryView>
    </Panel>
  );
}

function DaysForm({ days }: { readonly days: number | null }) {
  const [text, setText] = useState(days === null ? "" : String(days));
  const set = useChange(useApi(), "setAuditRetention", ["getAuditRetention"]);
  const wanted = text.trim() === "" ? null : Number(text);
  const isValid =
    wanted === null || (Number.isInteger(wanted) && wanted >= fewest && wanted <= most);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && wanted !== days) set.mutate({ days: wanted });
  };
  return (
    <form onSubmit={submit} className="form">
      <TextField
        label="Days until names and details are erased"
        help={`From ${fewest} to ${most}. Empty: never. The entries and their chain stay.`}
        inputMode="numeric"
        value={text}
        onChange={setText}
        error={isValid ? null : `Enter a number from ${fewest} to ${most}, or nothing.`}
      />
      <Refusal error={set.error} />
      <div>
        <Button
          type="submit"
          reason={wanted === days ? "Change the days first." : null}
          isDisabled={set.isPending}
        >
          Save retention
        </Button>
      </div>
    </form>
  );
}
