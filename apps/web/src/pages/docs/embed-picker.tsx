import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Select } from "../../parts/select.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { placeItems } from "./doc-lines.ts";
import { listEmbeds } from "./embeds.ts";
import { useDocPlace, useDocTree } from "./use-doc.ts";
import styles from "./embed-picker.module.css";

export interface EmbedPickerProps {
  readonly onPick: (text: string) => void;
  readonly onClose: () => void;
}

/** Endpoints and schemas of the API references of the version, of which a page can show each. */
export function EmbedPicker({ onPick, onClose }: EmbedPickerProps) {
  const { data: tree } = useDocTree();
  const [chosen, setChosen] = useState<string | null>(null);
  const found = placeItems(tree?.items ?? []).filter(({ item }) => item.specSnapshot !== null);
  const references = found.map(({ item }) => ({
    value: item.id,
    name: item.specSnapshot?.specName ?? "",
  }));
  const reference = chosen ?? references[0]?.value;
  return (
    <Dialog title="Insert endpoint or schema" isOpen onClose={onClose} width="wide">
      {reference === undefined ? (
        <Empty text="This version has no API reference. Attach one in the tree of pages." />
      ) : (
        <>
          {references.length > 1 && (
            <Select
              label="API reference"
              value={reference}
              choices={references}
              onChange={setChosen}
            />
          )}
          <EmbedChoices referenceId={reference} onPick={onPick} />
        </>
      )}
    </Dialog>
  );
}

interface EmbedChoicesProps {
  readonly referenceId: string;
  readonly onPick: (text: string) => void;
}

/** More are found by the filter. */
const maxShown = 100;

function EmbedChoices({ referenceId, onPick }: EmbedChoicesProps) {
  const { place } = useDocPlace();
  const [text, setText] = useState("");
  const document = useQuery({
    ...useApi().query("getDocReferenceDocument", { ...place, referenceId }),
    select: ({ text: json }) => listEmbeds(json),
  });
  return (
    <QueryView query={document}>
      {(embeds) => {
        const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
        const fitting = embeds.filter(({ search }) => wanted.every((one) => search.includes(one)));
        return (
          <>
            <FilterBox
              label="Filter endpoints and schemas"
              text={text}
              onChange={setText}
              onEnter={() => fitting[0] !== undefined && onPick(fitting[0].text)}
            />
            <ul className={styles["choices"]} aria-label="Endpoints and schemas">
              {fitting.slice(0, maxShown).map((embed) => (
                <li key={embed.text}>
                  <Button kind="quiet" onPress={() => onPick(embed.text)}>
                    <code>{embed.name}</code>
                    <span className={styles["note"]}>{embed.note}</span>
                  </Button>
                </li>
              ))}
            </ul>
            {fitting.length === 0 && <Empty text={`No endpoint or schema matches “${text}”.`} />}
          </>
        );
      }}
    </QueryView>
  );
}
