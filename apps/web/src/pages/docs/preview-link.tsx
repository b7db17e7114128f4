import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { useDocPlace } from "./use-doc.ts";

/** A link by which anyone sees the version for a day. It is made when the dialog opens. */
export function PreviewLink({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const { place } = useDocPlace();
  const made = useQuery({
    ...api.query("createDocPreview", place),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Dialog title="Preview link" isOpen onClose={onClose}>
      <QueryView query={made}>
        {({ path, url, expiresAt }) => {
          const link = url ?? path;
          return (
            <div className="form">
              <TextField
                label="Link"
                isReadOnly
                isMono
                value={link}
                help="Anyone with this link sees this version, whatever its state and visibility."
              />
              <p>
                It ends <Time at={expiresAt} />.
              </p>
              <DialogButtons>
                <Button onPress={onClose}>Close</Button>
                <Button
                  kind="primary"
                  onPress={() => void navigator.clipboard.writeText(link).then(onClose)}
                >
                  Copy link
                </Button>
              </DialogButtons>
            </div>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
