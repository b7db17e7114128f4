import { expect, it } from "vitest";
import { Problem } from "../problem.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

it("refuses the passwords that would wait too long, and checks those that wait", async () => {
  const stored = await hashPassword("right");
  const checks = Array.from({ length: 60 }, (_, at) =>
    verifyPassword(at % 2 === 0 ? "right" : "wrong", stored),
  );
  const ends = await Promise.allSettled(checks);
  const refused = ends
    .filter((end) => end.status === "rejected")
    .map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(10);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(Problem);
    expect(reason).toMatchObject({ code: "RATE_LIMITED", members: { retryAfterSeconds: 5 } });
  }
  const checked = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  expect(checked).toEqual(Array.from({ length: 50 }, (_, at) => at % 2 === 0));
  expect(await verifyPassword("right", stored)).toBe(true);
});
