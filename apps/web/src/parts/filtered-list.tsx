import { useState, type ReactNode } from "react";
import type { ShownQuery } from "../api/shown-query.ts";
import { Button } from "./button.tsx";
import { FilterBox } from "./filter-box.tsx";
import { matchRows, sortRows, type RowFields } from "./match-row.ts";
import { QueryView } from "./query-view.tsx";
import type { Selection } from "./selection.ts";
import { Table, type Column, type Sort } from "./table.tsx";
import { Empty } from "./view-state.tsx";
import styles from "./filtered-list.module.css";

export interface FilteredListProps<Row> {
  /** What is listed, such as "API keys". */
  readonly label: string;
  readonly query: ShownQuery<readonly Row[]>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** What the filter knows; a column sorts by the field that its `sort` names. */
  readonly fields: RowFields<Row>;
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** One sentence for a list without rows. */
  readonly empty: string;
  /** One action for a list without rows. */
  readonly action?: ReactNode;
  /** Next to the filter, such as a choice that the server makes. */
  readonly beside?: ReactNode;
  readonly selection?: Selection;
  readonly onPeek?: (row: Row) => void;
}

/** A list that has been read whole: filtered and sorted here. */
export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const { label, query, fields, filter, onFilter, empty, action, selection, onPeek } = props;
  const [sort, setSort] = useState<Sort | undefined>();
  const noun = label.toLowerCase();
  return (
    <>
      <div className={styles["row"]}>
        <FilterBox
          label={`Filter ${noun.replace(/^api /, "API ")}`}
          text={filter}
          onChange={onFilter}
        />
        {props.beside !== undefined && <div className={styles["beside"]}>{props.beside}</div>}
      </div>
      <QueryView query={query}>
        {(rows) => {
          if (rows.length === 0) return <Empty text={empty}>{action}</Empty>;
          const read = sort === undefined ? undefined : fields[sort.key];
          const shown = sortRows(
            matchRows(rows, fields, filter),
            read,
            sort?.isDescending ?? false,
          );
          if (shown.length === 0)
            return (
              <Empty text={`Nothing matches “${filter}”.`}>
                <Button onPress={() => onFilter("")}>Clear filter</Button>
              </Empty>
            );
          return (
            <Table
              label={label}
              columns={props.columns}
              rows={shown}
              keyOf={props.keyOf}
              onSort={setSort}
              {...(sort === undefined ? {} : { sort })}
              {...(selection === undefined ? {} : { selection })}
              {...(onPeek === undefined ? {} : { onPeek })}
            />
          );
        }}
      </QueryView>
    </>
  );
}
