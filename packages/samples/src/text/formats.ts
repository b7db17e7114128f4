interface Format {
  /** Shown if it is valid. */
  readonly values: readonly string[];
  /** The texts of samples; URLs use the names that are reserved for examples (RFC 2606). */
  readonly pattern: string;
  /** The pattern of valid values, if these are more than the samples. */
  readonly accepts?: RegExp;
}

const days =
  "(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)";
const date = `(?:19|20)\\d\\d-${days}`;
const clock =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d)";
const path = "(?:/[a-z0-9-]+)*";
const byte = "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)";

const email: Format = {
  values: ["user@example.com"],
  pattern: "^[a-z0-9]{1,60}(?:\\.[a-z0-9]{1,60}){0,4}@example\\.com$",
  accepts: /^[^\s@]+@[^\s@]+$/,
};
const hostname: Format = {
  values: ["example.com"],
  pattern: "^(?=.{1,253}$)(?:[a-z0-9]{1,60}\\.){0,4}example\\.com$|^[a-z]{1,4}\\.co$",
  accepts: /^(?=.{1,253}$)[^\s./-](?:[^\s./]{0,62})(?:\.[^\s./-][^\s./]{0,62})*\.?$/,
};
const address: Format = {
  values: ["https://example.com"],
  pattern: `^https?://example\\.(?:com|org)${path}$|^ftp://[a-z]{1,4}\\.co$`,
  accepts: /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]*$/i,
};
const reference: Format = {
  values: ["/example", "/a"],
  pattern: `^(?:/[a-z0-9-]+)+$`,
  accepts: /^[^\s"<>\\^`{|}]*$/,
};

/** By name (JSON Schema Validation §7.3, and OpenAPI's registry of formats). */
const formats: Readonly<Record<string, Format>> = {
  date: { values: ["2030-01-31"], pattern: `^${date}$`, accepts: /^\d{4}-\d\d-\d\d$/ },
  "date-time": {
    values: ["2030-01-31T12:00:00Z"],
    pattern: `^${date}T${clock}$`,
    accepts:
      /^\d{4}-[01]\d-[0-3]\d[t ][0-2]\d:[0-5]\d:[0-6]\d(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i,
  },
  time: {
    values: ["12:00:00Z"],
    pattern: `^${clock}$`,
    accepts: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i,
  },
  duration: {
    values: ["P1D"],
    pattern: "^P(?:\\d{1,3}D|T\\d{1,3}[HMS]|\\d{1,3}W|\\d{1,2}YT\\d{1,2}H)$",
    accepts: /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/,
  },
  email,
  "idn-email": email,
  hostname,
  "idn-hostname": hostname,
  ipv4: {
    values: ["192.0.2.1", "192.0.2.100"],
    pattern: "^(?:192\\.0\\.2|198\\.51\\.100|203\\.0\\.113)\\.(?:[1-9]|[1-9]\\d|1\\d\\d)$",
    accepts: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/,
  },
  ipv6: {
    values: ["2001:db8::1", "::1"],
    pattern: "^2001:0?db8:(?::[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){5}[0-9a-f]{1,4})$",
    accepts: /^[0-9a-f:.]{2,45}$/i,
  },
  uri: address,
  url: address,
  iri: address,
  "uri-reference": reference,
  "iri-reference": reference,
  "uri-template": {
    values: ["/example/{id}"],
    pattern: "^(?:/[a-z0-9-]+)*/\\{id\\}$",
    accepts: /./,
  },
  uuid: {
    values: ["123e4567-e89b-42d3-a456-426614174000"],
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    accepts: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  },
  byte: {
    values: ["ZXhhbXBsZQ==", "YQ=="],
    pattern: `^${byte}$`,
    accepts: new RegExp(`^(?:${byte})?$`),
  },
  password: { values: ["secret"], pattern: "^[!-~]+$", accepts: /(?:)/ },
  regex: { values: [".*"], pattern: "^[a-z]+$", accepts: /(?:)/ },
  "json-pointer": {
    values: ["/example", "/a"],
    pattern: "^(?:/[a-z0-9]+)+$",
    accepts: /^(?:\/(?:[^~/]|~[01])*)*$/,
  },
  "relative-json-pointer": {
    values: ["0"],
    pattern: "^\\d(?:/[a-z0-9]+)*$",
    accepts: /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/,
  },
};

export const findFormat = (name: unknown): Format | null =>
  typeof name === "string" && Object.hasOwn(formats, name) ? (formats[name] ?? null) : null;

/** Whether a given text has a format; every text has an unknown one. */
export const isOfFormat = (name: unknown, text: string): boolean => {
  const format = findFormat(name);
  return (
    format === null || (format.accepts ?? new RegExp(format.pattern)).test(text.slice(0, 4000))
  );
};
