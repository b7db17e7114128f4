import { ChevronDown } from "lucide-react";
import { findingStatuses, type FindingStatus } from "@lintel/contract/words/security";
import { Button } from "../../parts/button.tsx";
import { Keys } from "../../parts/keys.tsx";
import { Menu } from "../../parts/menu.tsx";
import { wordOf } from "../../parts/status.tsx";
import { triageKeys } from "./triage-keys.ts";

export interface TriageMenuProps {
  /** null: several findings have several. */
  readonly current: FindingStatus | null;
  readonly onDecide: (status: FindingStatus) => void;
}

export function TriageMenu({ current, onDecide }: TriageMenuProps) {
  const trigger = (
    <Button>
      Set status
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
    </Button>
  );
  const choices = findingStatuses.map((status) => ({
    id: status,
    label: wordOf(status),
    detail: <Keys names={[triageKeys[status].toUpperCase()]} />,
    isCurrent: status === current,
    run: () => onDecide(status),
  }));
  return <Menu label="Status" trigger={trigger} choices={choices} />;
}
