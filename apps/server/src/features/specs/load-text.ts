import type { InputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import { EgressError } from "@lintel/egress/egress-error";
import type { Egress, EgressRequest } from "@lintel/egress/egress.types";
import { documentLimits } from "@lintel/openapi/source";
import { flatten } from "@lintel/json/shorten";
import { Problem } from "../../platform/problem.ts";

/** The source of a document: its text or its address. */
export async function loadText(
  egress: Egress,
  { text, url }: Pick<InputOf<typeof importSpec>, "text" | "url">,
): Promise<string> {
  if (text !== undefined && url !== undefined) {
    throw new Problem("MUTUALLY_EXCLUSIVE", "Send the text or its url, not both.", {
      fields: ["text", "url"],
    });
  }
  if (text !== undefined) return text;
  if (url === undefined)
    throw specInvalid("Send the document as text, or the url to read it from.");
  return fetchText(egress, url);
}

async function fetchText(egress: Egress, url: string): Promise<string> {
  const advice = "Or download the document and import the file.";
  return (await fetchDocument(egress, { url, maxBodyBytes: documentLimits.bytes }, advice)).text;
}

type DocumentRequest = Pick<EgressRequest, "timeoutMs" | "maxBodyBytes"> & { readonly url: string };

export interface FetchedDocument {
  readonly text: string;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Bytes. */
  readonly size: number;
}

/** @throws Problem SPEC_INVALID if the address is refused or does not return text. */
export async function fetchDocument(
  egress: Egress,
  request: DocumentRequest,
  advice = "",
): Promise<FetchedDocument> {
  const accept = "application/openapi+json, application/openapi+yaml, application/json, */*;q=0.5";
  try {
    const answer = await egress.send({ ...request, method: "GET", headers: [["accept", accept]] });
    if (answer.status !== 200) {
      throw specInvalid(`The address answered with status ${answer.status}, not with a document.`);
    }
    const text = new TextDecoder("utf-8", { fatal: true }).decode(answer.body);
    return { text, url: answer.url, size: answer.body.length };
  } catch (error) {
    if (error instanceof EgressError) {
      throw specInvalid(
        `The address could not be read: ${flatten(error.message)} ${advice}`.trimEnd(),
      );
    }
    if (error instanceof TypeError) throw specInvalid("What the address sent is not UTF-8.");
    throw error;
  }
}

function specInvalid(detail: string): Problem {
  return new Problem("SPEC_INVALID", detail);
}
