import { beforeAll, describe, expect, it } from "vitest";
import { parseExact } from "@lintel/openapi/json-text";
import { parseDocument } from "@lintel/openapi/parse";
import { corpusNames, readCorpus } from "@lintel/openapi/testing/corpus";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

describe("a document that is imported and exported", () => {
  it.each(corpusNames)(
    "%s comes back equal, including key order, and as its original bytes",
    async (name) => {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(readCorpus(name));
      const made = await importText(scene, text, { name });
      const document = `/${made.specId}/versions/${made.versionId}/document`;
      const wanted = JSON.stringify(parseDocument(text).value);
      const asJson = await scene.send("GET", document);
      expect(asJson.status).toBe(200);
      expect(JSON.stringify(parseExact(asJson.text))).toBe(wanted);
      const original = await scene.send("GET", `${document}?format=original`);
      expect(original.text).toBe(text);
      const copied = await scene.send("POST", `/${made.specId}/versions`, { version: "99.0.0" });
      const copy = await scene.send(
        "GET",
        `/${made.specId}/versions/${String(copied.body["id"])}/document`,
      );
      const withVersion = JSON.parse(wanted) as { info?: { version?: string } };
      if (withVersion.info !== undefined) withVersion.info.version = "99.0.0";
      expect(JSON.parse(copy.text)).toEqual(withVersion);
    },
  );
});
