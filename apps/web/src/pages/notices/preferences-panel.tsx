import { useQuery } from "@tanstack/react-query";
import { noticeMails } from "@lintel/contract/words/notices";
import { useApi } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Select } from "../../parts/select.tsx";
import { kindNames, mailNames } from "./notice-words.ts";
import styles from "./notices.module.css";

/** How the person gets each kind of notice in this organization. */
export function PreferencesPanel({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const preferences = useQuery(api.query("getNoticePreferences", {}));
  const update = useChange(api, "updateNoticePreferences", ["getNoticePreferences"]);
  // What is being saved is shown at once; a refusal shows what is kept.
  const changed = update.isPending ? update.variables.preferences : [];
  const shown = (kinds: typeof changed) =>
    kinds.map((one) => changed.find(({ kind }) => kind === one.kind) ?? one);
  return (
    <Panel title="Preferences for notices" onClose={onClose}>
      <QueryView query={preferences}>
        {({ preferences: kinds, isMailConfigured }) => (
          <div className={styles["stack"]}>
            {!isMailConfigured && (
              <p className={styles["hint"]}>
                This server sends no mail. The choices for mail count once it does.
              </p>
            )}
            <Refusal error={update.error} />
            <ul className={styles["kinds"]}>
              {shown(kinds).map((one) => (
                <li key={one.kind}>
                  <span className={styles["grow"]}>{kindNames[one.kind]}</span>
                  <Checkbox
                    label={`List ${kindNames[one.kind].toLowerCase()} here`}
                    isChecked={one.inApp}
                    onChange={(inApp) => update.mutate({ preferences: [{ ...one, inApp }] })}
                  />
                  <Select
                    label={`Mail about ${kindNames[one.kind].toLowerCase()}`}
                    isBare
                    value={one.mail}
                    choices={noticeMails.map((value) => ({ value, name: mailNames[value] }))}
                    onChange={(mail) => update.mutate({ preferences: [{ ...one, mail }] })}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
