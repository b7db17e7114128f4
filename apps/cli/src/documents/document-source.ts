import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { decodeSource, DocumentError, documentLimits } from "@lintel/openapi/source";
import { usageFailure } from "../outcome/failure.ts";
import { refuseDocument } from "./explain-document.ts";
import { fetchDocument, isAddress, nameAddress } from "./fetch-document.ts";
import { gatherBytes } from "./gather-bytes.ts";

/** A document's text, and its origin. */
export interface DocumentText {
  readonly text: string;
  /** Its name for people, without a password. */
  readonly name: string;
  /** The last part of its path; null for standard input. */
  readonly fileName: string | null;
  /** Its address, without a password; null for files and standard input. */
  readonly address: string | null;
}

/**
 * Reads a document from a file, an http(s) address, or `-` for standard input; at most 20 MiB.
 * @throws Failure
 */
export async function readSource(operand: string): Promise<DocumentText> {
  const source = await open(operand, documentLimits.bytes);
  try {
    return { ...source, text: decodeSource(source.bytes, documentLimits.bytes) };
  } catch (error) {
    throw error instanceof DocumentError ? refuseDocument(error, source.name) : error;
  }
}

const maxHar = 200 * 1024 * 1024;

/**
 * Reads an HTTP Archive, which is larger than a document because it has the bodies of answers; at most
 * 200 MiB.
 * @throws Failure
 */
export async function readHarSource(operand: string): Promise<string> {
  const { bytes, name } = await open(operand, maxHar);
  if (bytes.length <= maxHar) return new TextDecoder().decode(bytes);
  throw usageFailure(
    `${name} cannot be read as a HAR: it has more than 200 MiB.`,
    "Record less, or save it without the bodies of answers.",
  );
}

interface Opened {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly fileName: string | null;
  readonly address: string | null;
}

async function open(operand: string, maxBytes: number): Promise<Opened> {
  if (operand === "-")
    return {
      bytes: await readInput(maxBytes),
      name: "standard input",
      fileName: null,
      address: null,
    };
  if (!isAddress(operand)) {
    return {
      bytes: await readBytes(operand, maxBytes),
      name: operand,
      fileName: path.basename(operand),
      address: null,
    };
  }
  const bytes = await fetchDocument(operand, maxBytes);
  const name = nameAddress(operand);
  const fileName = path.posix.basename(new URL(operand).pathname) || null;
  return { bytes, name, fileName, address: name };
}

async function readBytes(file: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // Checked before it is read: a name may be mistaken for that of a disk image.
    const { size } = statSync(file);
    if (size > maxBytes) return new Uint8Array(maxBytes + 1);
    return await readFile(file);
  } catch (error) {
    throw usageFailure(
      `${file} cannot be read: ${(error as Error).message}`,
      "Check the path; - is standard input, and an address begins with http:// or https://.",
    );
  }
}

async function readInput(maxBytes: number): Promise<Uint8Array> {
  return gatherBytes(process.stdin as AsyncIterable<Uint8Array>, maxBytes);
}
