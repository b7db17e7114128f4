import { readFileSync } from "node:fs";
import path from "node:path";
import { findInCorpus } from "@lintel/contract/testing/corpus-folder";
import { XmlDocument, XsdValidator } from "libxml2-wasm";

/** The project's own schema, and that of Jenkins' xUnit plugin if the corpus is present. */
const schemas = [path.join(import.meta.dirname, "junit.xsd"), findInCorpus("junit-10.xsd")];

const validators = schemas
  .filter((file) => file !== undefined)
  .map((file) => XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(file, "utf8"))));

/** Throws if a JUnit report violates a schema. */
export function validateJunit(report: string): void {
  using document = XmlDocument.fromString(report);
  for (const validator of validators) validator.validate(document);
}
