import type { TestAuth } from "@lintel/contract/shapes/test-request";
import { TextField } from "../../parts/field.tsx";
import styles from "./try.module.css";

const blank: Readonly<Record<string, TestAuth | null>> = {
  "": null,
  bearer: { type: "bearer", token: "" },
  basic: { type: "basic", username: "", password: "" },
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", value: "" },
  oauth2: { type: "oauth2", clientId: "", clientSecret: "" },
};

const names: readonly (readonly [type: string, name: string])[] = [
  ["", "None"],
  ["bearer", "Bearer token"],
  ["basic", "Basic"],
  ["apiKey", "API key"],
  ["oauth2", "OAuth 2.0 client"],
];

const labels: Readonly<Record<string, string>> = {
  token: "Token",
  username: "Username",
  password: "Password",
  name: "Name of the header",
  value: "Value",
  clientId: "Client id",
  clientSecret: "Client secret",
  scope: "Scope",
};

export interface AuthFieldsProps {
  readonly auth: TestAuth | null;
  readonly onChange: (auth: TestAuth | null) => void;
}

/** The credential of a request. Secrets belong in variables of the environment. */
export function AuthFields({ auth, onChange }: AuthFieldsProps) {
  const fields = Object.entries(auth ?? {}).filter(([name]) => Object.hasOwn(labels, name));
  return (
    <>
      <label className={styles["choice"]}>
        Credential
        <select
          value={auth?.type ?? ""}
          onChange={(event) => onChange(blank[event.target.value] ?? null)}
        >
          {names.map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {fields.map(([name, value]) => (
        <TextField
          key={name}
          label={labels[name] ?? name}
          isMono
          value={value}
          placeholder="{{variable}} of the environment"
          onChange={(text) => onChange({ ...auth, [name]: text } as TestAuth)}
        />
      ))}
    </>
  );
}
