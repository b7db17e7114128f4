/** A reader's request, parsed from the path as it was sent. */
export interface PortalAddress {
  readonly region: string;
  readonly organization: string;
  readonly documentation: string | null;
  /** The label of the version; null: the default version. */
  readonly label: string | null;
  /** The path below the version, decoded: `guide/install`. */
  readonly path: string;
}

/**
 * Parses `/{org}/{doc}[/v/{label}]/{path…}`, with `/us` in front for organizations of the US. Null
 * for any other address.
 */
export function readAddress(rawPath: string): PortalAddress | null {
  const segments = splitPath(rawPath);
  if (segments === null) return null;
  const region = segments[0] === "us" ? "us" : "eu";
  const [organization, documentation, ...rest] = region === "us" ? segments.slice(1) : segments;
  if (organization === undefined) return null;
  const names = { region, organization, documentation: documentation ?? null };
  const [mark, label] = rest;
  if (mark === "v" && label !== undefined)
    return { ...names, label, path: rest.slice(2).join("/") };
  return { ...names, label: null, path: rest.join("/") };
}

/** Writes an address in its canonical form: `/us/acme/guide/v/1.0/first/page`. */
export function writeAddress(address: PortalAddress): string {
  const { region, organization, documentation, label, path } = address;
  const names = [organization, documentation ?? "", ...(label === null ? [] : ["v", label])];
  const base = `${region === "us" ? "/us" : ""}/${names.map(encodeURIComponent).join("/")}`;
  return path === "" ? base : `${base}/${writePath(path)}`;
}

function splitPath(rawPath: string): string[] | null {
  const segments: string[] = [];
  for (const raw of rawPath.split("/")) {
    if (raw === "") continue;
    const segment = decode(raw);
    // A segment that is a separator or `..` once decoded is never a valid name.
    if (segment === null || /[/\\\0]/.test(segment) || segment === "." || segment === "..")
      return null;
    segments.push(segment.normalize("NFC"));
  }
  return segments;
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** Encodes a path of slugs for an address. */
export function writePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
