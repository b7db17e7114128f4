import { Select } from "../../parts/select.tsx";
import { writeServer, type DeclaredServer } from "../../request/declared-server.ts";
import { TemplateField } from "../../request/template-field.tsx";
import styles from "./try.module.css";

/** What precedes the path: null: the base URL of the environment; else a server of the document. */
export interface ServerChoice {
  readonly index: number | null;
  /** Values of its variables that are not the defaults. */
  readonly set: Readonly<Record<string, string>>;
}

export interface ServerFieldsProps {
  readonly servers: readonly DeclaredServer[];
  readonly choice: ServerChoice;
  /** Of the environment; null: none is chosen. */
  readonly baseUrl: string | null;
  readonly isDisabled: boolean;
  readonly onChange: (choice: ServerChoice) => void;
}

/** A server of the document, with its variables, or the base URL of the environment. */
export function ServerFields(props: ServerFieldsProps) {
  const { servers, choice, baseUrl, isDisabled, onChange } = props;
  const server = choice.index === null ? undefined : servers[choice.index];
  const show = (each: DeclaredServer) => {
    const url = writeServer(each, {}, null) ?? each.url;
    return each.name === null ? url : `${url} – ${each.name}`;
  };
  return (
    <div className={styles["server"]}>
      <Select
        label="Server"
        isDisabled={isDisabled}
        value={choice.index === null ? "" : String(choice.index)}
        choices={[
          { value: "", name: `${baseUrl ?? "None"} – base URL of the environment` },
          ...servers.map((each, at) => ({ value: String(at), name: show(each) })),
        ]}
        onChange={(value) => onChange({ index: value === "" ? null : Number(value), set: {} })}
      />
      {server?.variables.map(({ name, initial, choices, description }) => {
        const field = {
          label: name,
          value: choice.set[name] ?? initial,
          onChange: (value: string) =>
            onChange({ ...choice, set: { ...choice.set, [name]: value } }),
        };
        return choices.length > 0 ? (
          <Select
            key={name}
            {...field}
            isDisabled={isDisabled}
            choices={choices.map((value) => ({ value, name: value }))}
          />
        ) : (
          <TemplateField key={name} {...field} isMono isReadOnly={isDisabled} help={description} />
        );
      })}
    </div>
  );
}
