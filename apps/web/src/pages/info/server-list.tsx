import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { ServerForm } from "./server-form.tsx";
import { readServers, type Server } from "./server-edits.ts";
import styles from "./info.module.css";

export interface ServerListProps {
  /** JSON: a list of Server Objects. */
  readonly text: string;
  readonly isLocked: boolean;
  /** Whether servers have names (OpenAPI 3.2). */
  readonly hasNames: boolean;
  readonly onChange: (text: string) => void;
  readonly onCommit: () => void;
  /** Changes and saves at once. */
  readonly onSet: (text: string) => void;
}

/** The servers in order: tools offer the first one first. */
export function ServerList(props: ServerListProps) {
  const { text, isLocked, hasNames, onChange, onCommit, onSet } = props;
  const servers = readServers(text);
  const [added, setAdded] = useState<number | null>(null);
  const set = (next: readonly Server[]) => onSet(JSON.stringify(next));
  /** Saved when its address is left. */
  const add = () => {
    setAdded(servers.length);
    onChange(JSON.stringify([...servers, { url: "https://" }]));
  };
  return (
    <>
      {servers.length === 0 && (
        <Empty text="No servers. Clients then call the address at which they found the document." />
      )}
      <ol>
        {servers.map((server, at) => (
          <li key={at} className={styles["server"]}>
            <ServerForm
              server={server}
              number={at + 1}
              isLocked={isLocked}
              hasName={hasNames}
              isNew={at === added}
              onChange={(next) => onChange(JSON.stringify(servers.with(at, next)))}
              onCommit={onCommit}
              onSet={(next) => set(servers.with(at, next))}
              onRaise={
                at === 0 ? null : () => set(servers.toSpliced(at, 1).toSpliced(at - 1, 0, server))
              }
              onDelete={() => set(servers.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {!isLocked && (
        <Button onPress={add}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          Add server
        </Button>
      )}
    </>
  );
}
