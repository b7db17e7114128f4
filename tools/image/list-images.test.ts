import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listImages, listUndigested } from "./list-images.ts";

const root = path.join(import.meta.dirname, "../..");
const digest = `sha256:${"ab".repeat(32)}`;

describe("the images from a registry", () => {
  it("are found in the files of the project, without images that are built here", async () => {
    const read = async (file: string) =>
      listImages(file, await readFile(path.join(root, file), "utf8")).map(({ image }) => image);
    expect(await read("Dockerfile")).toEqual([expect.stringMatching(/^node:24\./)]);
    const ofCompose = await read("compose.yaml");
    expect(ofCompose.length).toBeGreaterThan(2);
    expect(ofCompose.join()).not.toContain("lintel");
  });

  it("are reported if they have no digest, with the command that prints it", () => {
    const text = `FROM node:1.2.3@${digest} AS source\nFROM source\nFROM debian:13.1\n`;
    const faults = listUndigested(listImages("Dockerfile", text));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain("imagetools inspect debian:13.1");
  });
});
