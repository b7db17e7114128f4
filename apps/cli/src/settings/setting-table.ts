export type SettingName = "url" | "region" | "key" | "project" | "environment";

/** A setting of a flag, the environment or the config file, in this order. */
export interface Setting {
  readonly name: SettingName;
  readonly flag: string | null;
  readonly variable: string;
  readonly otherwise: string | null;
  readonly summary: string;
  readonly isSecret?: boolean;
  /** What is wrong with a value and what to give instead; null if it is valid. */
  check(value: string): string | null;
}

const isName = (value: string) =>
  value.trim() === "" ? "it is empty; give a name or an id" : null;

export const settings: readonly Setting[] = [
  {
    name: "url",
    flag: "url",
    variable: "LINTEL_URL",
    otherwise: "http://127.0.0.1:4000",
    summary: "The address of the service",
    check: checkUrl,
  },
  {
    name: "region",
    flag: "region",
    variable: "LINTEL_REGION",
    otherwise: "eu",
    summary: "The region of the organization: eu or us",
    check: (value) => (/^(?:eu|us)$/i.test(value) ? null : "give eu or us"),
  },
  {
    name: "key",
    flag: null,
    variable: "LINTEL_API_KEY",
    otherwise: null,
    summary: "The API key; `lintel login --key` stores it",
    isSecret: true,
    check: checkKey,
  },
  {
    name: "project",
    flag: "project",
    variable: "LINTEL_PROJECT",
    otherwise: null,
    summary: "The project's name, slug or id",
    check: isName,
  },
  {
    name: "environment",
    flag: "env",
    variable: "LINTEL_ENVIRONMENT",
    otherwise: null,
    summary: "The environment's name or id",
    check: isName,
  },
];

function checkUrl(value: string): string | null {
  const url = URL.parse(value);
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === null || !isWeb) return "give an address like https://lintel.example.com";
  if (url.username !== "" || url.password !== "") return "omit the user name and password";
  return url.search === "" && url.hash === "" ? null : "omit the part from ? or #";
}

// A key that is not valid in a header would fail later, with a worse message (RFC 9110 §5.5).
function checkKey(value: string): string | null {
  return /^[\x21-\x7e]+$/.test(value) ? null : "a key consists of printable ASCII without spaces";
}
