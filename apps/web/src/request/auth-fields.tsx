import type { TestAuth } from "@lintel/contract/shapes/test-request";
import { Select } from "../parts/select.tsx";
import { TemplateField } from "./template-field.tsx";

const blank: Readonly<Record<string, TestAuth | null>> = {
  "": null,
  none: { type: "none" },
  bearer: { type: "bearer", token: "" },
  basic: { type: "basic", username: "", password: "" },
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", value: "" },
  oauth2: { type: "oauth2", clientId: "", clientSecret: "" },
};

const kinds = [
  { value: "bearer", name: "Bearer token" },
  { value: "basic", name: "Basic" },
  { value: "apiKey", name: "API key" },
  { value: "oauth2", name: "OAuth 2.0 client" },
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

const secretFields = new Set(["token", "password", "value", "clientSecret"]);
const variableHelp = "{{name}} is a variable of the environment.";

export interface AuthFieldsProps {
  readonly auth: TestAuth | null;
  readonly onChange: (auth: TestAuth | null) => void;
  /** What no credential of its own means. Default: that none is sent. */
  readonly inherited?: string;
  readonly isReadOnly?: boolean;
}

/** The credential of a request. Secrets belong in variables of the environment. */
export function AuthFields(props: AuthFieldsProps) {
  const { auth, onChange, inherited, isReadOnly = false } = props;
  const fields = Object.entries(auth ?? {}).filter(([name]) => Object.hasOwn(labels, name));
  const isOptional = inherited !== undefined;
  const none = [
    { value: "", name: inherited ?? "None" },
    ...(isOptional || auth?.type === "none" ? [{ value: "none", name: "None" }] : []),
  ];
  return (
    <>
      <Select
        label="Credential"
        value={auth?.type ?? ""}
        choices={[...none, ...kinds]}
        isDisabled={isReadOnly}
        onChange={(kind) => onChange(blank[kind] ?? null)}
      />
      {fields.map(([name, value]) => (
        <TemplateField
          key={name}
          label={labels[name] ?? name}
          isMono
          isReadOnly={isReadOnly}
          value={value}
          {...(secretFields.has(name) ? { help: variableHelp } : {})}
          onChange={(text) => onChange({ ...auth, [name]: text } as TestAuth)}
        />
      ))}
    </>
  );
}
