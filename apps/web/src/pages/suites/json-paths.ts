/** So many paths are offered: an answer can have thousands. */
const maxPaths = 400;
const maxItems = 3;

/** The paths (RFC 9535) to the values of an answer, the shortest first; a body that was cut is read as far as it goes. */
export function listPaths(body: string | null): string[] {
  const value = body === null ? undefined : parseBeginning(body);
  if (value === undefined) return [];
  const paths: string[] = [];
  let level: [path: string, value: unknown][] = [["$", value]];
  while (level.length > 0 && paths.length < maxPaths) {
    paths.push(...level.map(([path]) => path));
    level = level.flatMap(([path, each]) => listMembers(path, each));
  }
  return [...new Set(paths)].slice(0, maxPaths);
}

function listMembers(path: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) {
    const items = value
      .slice(0, maxItems)
      .map((item, at): [string, unknown] => [`${path}[${at}]`, item]);
    return value.length === 0 ? [] : [...items, [`${path}[*]`, value[0]]];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([name, member]) => [`${path}${writeStep(name)}`, member]);
}

const writeStep = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? `.${name}`
    : `['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;

/** JSON, or the part of it before the text was cut; undefined: neither. */
function parseBeginning(text: string): unknown {
  const whole = tryParse(text);
  if (whole !== undefined) return whole;
  // Up to the last complete member, with the brackets closed that are open there.
  for (let end = text.lastIndexOf(","), tries = 0; end > 0 && tries < 20; tries++) {
    const part = tryParse(text.slice(0, end) + closeBrackets(text.slice(0, end)));
    if (part !== undefined) return part;
    end = text.lastIndexOf(",", end - 1);
  }
  return undefined;
}

function closeBrackets(text: string): string {
  const open: string[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "[") open.push("]");
    else if (token === "{") open.push("}");
    else if (token === "]" || token === "}") open.pop();
  }
  return open.reverse().join("");
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
