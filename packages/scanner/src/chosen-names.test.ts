import { expect, it } from "vitest";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const text = { type: "string" };
const user = { type: "object", properties: { name: text } };
const schema = { type: "object", properties: { users: user } };
const responses = {
  200: { description: "Done.", content: { "application/json": { schema } } },
};
const document = writeDocument({ "/users": { get: { responses } } });

const scan = async (answer: object) => {
  const { findings } = await scanTarget(
    ({ url }, response) =>
      response
        .writeHead(url === "/users" ? 200 : 404, { "content-type": "application/json" })
        .end(JSON.stringify(url === "/users" ? answer : {})),
    { document, scannerIds: ["property-exposure"] },
  );
  return findings.map(({ guidance, place }) => `${guidance.id} ${place.name}`).toSorted();
};

const many = (make: (index: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: 400 }, (_, index) => make(index)));

it("reports members one by one, and names that a target chooses once", async () => {
  expect(await scan({ users: { name: "a", age: 7, city: "x" } })).toEqual([
    "SVC03002 /users/age",
    "SVC03002 /users/city",
  ]);
  expect(await scan({ users: many((index) => [`user-${index}`, index]) })).toEqual([
    "SVC03002 /users/*",
  ]);
  const records = many((index) => [`user-${index}`, { passwordHash: `$2b$10$${index}` }]);
  expect(await scan({ users: records })).toEqual([
    "SVC03001 /users/*/passwordHash",
    "SVC03002 /users/*",
  ]);
});
