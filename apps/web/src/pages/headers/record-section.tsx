import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";

interface NamedRow {
  readonly id: string;
  readonly name: string;
}

export interface RecordSectionProps<Row extends NamedRow> {
  readonly title: string;
  /** What a row is: `header`. */
  readonly noun: string;
  readonly rows: UseQueryResult<readonly Row[]>;
  /** One sentence for a list without rows. */
  readonly empty: string;
  /** The columns after the name. */
  readonly columns: readonly Column<Row>[];
  readonly canWrite: boolean;
  /** The panel of a row, or of a new one, which is null. */
  readonly panel: (row: Row | null, onClose: () => void) => ReactNode;
}

/** The records of one level, with a panel for one of them. */
export function RecordSection<Row extends NamedRow>(props: RecordSectionProps<Row>) {
  const { title, noun, rows, empty, columns, canWrite, panel } = props;
  const [open, setOpen] = useState<string | null>(null);
  const shown = rows.data?.find(({ id }) => id === open) ?? null;
  const nameColumn: Column<Row> = {
    name: noun.charAt(0).toUpperCase() + noun.slice(1),
    cell: ({ id, name }) => (
      <Button kind="quiet" onPress={() => setOpen(id)}>
        {name}
      </Button>
    ),
  };
  const create = <Button onPress={() => setOpen("new")}>Create {noun}</Button>;
  return (
    <Section title={title} actions={canWrite && create}>
      <QueryView query={rows}>
        {(found) =>
          found.length === 0 ? (
            <Empty text={empty} />
          ) : (
            <Table
              label={title}
              columns={[nameColumn, ...columns]}
              rows={found}
              keyOf={({ id }) => id}
              onPeek={({ id }) => setOpen(id)}
            />
          )
        }
      </QueryView>
      {(open === "new" || shown !== null) && panel(shown, () => setOpen(null))}
    </Section>
  );
}
