import { describe, expect, it } from "vitest";
import { useTestApp } from "../../testing/test-app.ts";
import { systemClock } from "../clock.ts";
import { createPrincipalCache } from "./principal-cache.ts";
import { keyPrefix, makeSecret } from "./secret-format.ts";

const clock = systemClock;

/** Fails a test that reaches for the database at all. */
const untouchable = () => Promise.reject(new Error("The database was asked."));

describe("a key", () => {
  it.each([
    ["is missing", undefined, "API_KEY_MISSING"],
    ["is empty", "", "API_KEY_MISSING"],
    ["has a wrong checksum", `${makeSecret(keyPrefix).slice(0, -6)}000000`, "API_KEY_INVALID"],
    ["is of no known kind", makeSecret("svc_other_"), "API_KEY_INVALID"],
    ["is cut short", makeSecret(keyPrefix).slice(0, -1), "API_KEY_INVALID"],
  ])("that %s is refused without asking the database", async (_, secret, code) => {
    const cache = createPrincipalCache({ database: untouchable, clock, region: "eu" });
    await expect(cache.resolve(secret, null)).rejects.toMatchObject({ code });
    expect(() => cache.find(secret, null)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ["eu", "send X-SVC-Region: us"],
    ["us", "leave X-SVC-Region out"],
  ] as const)(
    "that region %s does not know is refused with a hint at the other",
    async (region, hint) => {
      const { cells } = await useTestApp();
      const db = await cells[region].platform.database();
      const cache = createPrincipalCache({ database: async () => db, clock, region });
      await expect(cache.resolve(makeSecret(keyPrefix), null)).rejects.toMatchObject({
        code: "API_KEY_INVALID",
        detail: expect.stringContaining(hint) as string,
      });
    },
  );
});
