import { Failure } from "../outcome/failure.ts";
import { describeError } from "../network/network-failure.ts";
import { gatherBytes } from "./gather-bytes.ts";

const timeoutMs = 30_000;

const accept =
  "application/openapi+json, application/openapi+yaml, application/json, application/yaml, */*;q=0.5";

/** Whether an operand is an address rather than a file. */
export function isAddress(operand: string): boolean {
  return /^https?:\/\//i.test(operand) && URL.canParse(operand);
}

/** An address for messages: a password must not appear in logs. */
export function nameAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/**
 * Fetches an address. Redirects are followed; the service's key is not sent.
 * @returns a little more than `maxBytes` if the answer is longer
 * @throws Failure
 */
export async function fetchDocument(address: string, maxBytes: number): Promise<Uint8Array> {
  const name = nameAddress(address);
  try {
    const answer = await fetch(withoutCredentials(address), {
      headers: { accept, ...authorize(address) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const refusal = checkAnswer(answer, name);
    if (refusal !== null) throw refusal;
    return await gatherBytes(answer.body ?? emptyBody(), maxBytes);
  } catch (error) {
    throw error instanceof Failure ? error : explainSilence(error, name);
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

// Fetch refuses an address that contains a user name (Fetch §5.4), but users need it.
function withoutCredentials(address: string): URL {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url;
}

function authorize(address: string): { authorization?: string } {
  const { username, password } = new URL(address);
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

function checkAnswer({ status, ok, headers }: Response, name: string): Failure | null {
  if (!ok) {
    const isGone = status === 404 || status === 410;
    return new Failure({
      exit: isGone ? "notFound" : "incomplete",
      code: "ADDRESS_REFUSED",
      what: `${name} answers with HTTP ${status}, not with a document.`,
      fix: isGone
        ? "Check the address, for example in a browser."
        : "Download the document and give the file, or pipe it in: curl … | lintel … -",
    });
  }
  if (!(headers.get("content-type") ?? "").startsWith("text/html")) return null;
  return new Failure({
    exit: "failed",
    code: "ADDRESS_IS_A_PAGE",
    what: `${name} is a web page, not a document.`,
    fix: "Give the address of the JSON or YAML document itself; API pages often link to it.",
  });
}

function explainSilence(error: unknown, name: string): Failure {
  const isLate = (error as Error).name === "TimeoutError";
  const { code, reason } = describeError((error as Error).cause ?? error);
  return new Failure({
    exit: "incomplete",
    code: isLate ? "ETIMEDOUT" : code,
    what: `${name} cannot be read: no answer.`,
    why: [isLate ? `it took longer than ${timeoutMs / 1000} s` : `${reason} (${code})`],
    fix: "Check the address and the network, or download the document and give the file.",
    cause: error,
  });
}
