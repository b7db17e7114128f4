import { useState, type FormEvent } from "react";
import { useApi } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useVersionPlace } from "../../design/use-version.ts";
import type { VersionDialogProps } from "./version-dialog.types.ts";

/** Gives a published version a day on which it ends, without a plan, or clears it. */
export function SunsetVersion({ version, onClose }: VersionDialogProps) {
  const { place } = useVersionPlace();
  const [day, setDay] = useState(version.sunsetAt?.slice(0, 10) ?? "");
  const set = useChange(useApi(), "setVersionSunset", ["listSpecVersions", "getSpecVersion"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { projectId, specId } = place;
    const at = day === "" ? {} : { sunsetAt: day };
    set.mutate({ projectId, specId, versionId: version.id, ...at }, { onSuccess: onClose });
  };
  return (
    <Dialog title={`Sunset of ${version.version}`} isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <p>A plain date warns nobody. To announce the end to clients, create a deprecation plan.</p>
        <TextField
          label="Sunset"
          type="date"
          isOptional
          help="The version ends at 00:00 UTC of this day. An empty field clears it."
          value={day}
          onChange={setDay}
          autoFocus
        />
        <Refusal error={set.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={set.isPending}>
            Save sunset
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
