import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { readSuiteForRun } from "./read-suite.ts";
import { anySuite } from "./suite-arbitrary.testing.ts";
import {
  fieldsOf,
  openSuiteScene,
  pick,
  refusal,
  type Made,
  type SuiteScene,
} from "./suite.testing.ts";

let scene: SuiteScene;

beforeAll(async () => {
  scene = await openSuiteScene();
});

const importFile = (yaml: string, rowVersion?: string, own = scene) =>
  own.send("POST", "/import", { yaml, ...(rowVersion === undefined ? {} : { rowVersion }) });
const exportFile = (id: unknown, own = scene) => own.send("GET", `/${String(id)}/file`);
const listCases = (id: unknown) => scene.send("GET", `/${String(id)}/cases?take=100`);
const unchanged = { isNew: false, added: 0, changed: 0, removed: 0, changedSettings: [] };

const petStore = (name: string) => `name: ${name}
description: What it is for
folder: shops/pets
tags: [smoke]
variables:
  zebra: 1
  apple: [true, null]
defaults:
  headers:
    Accept: application/json
data:
  format: csv
  text: |
    id,name
    1,Rex
setUp:
  - name: Sign in
    request: { method: POST, url: /login }
    extractions:
      - { name: token, source: jsonPath, path: $.token }
cases:
  - name: List
    dependsOn: [Sign in]
    request: { method: GET, url: "/pets?limit={{zebra}}" }
    assertions:
      - { source: status, operator: equals, expected: 200 }
  - name: Add
    request:
      method: POST
      url: /pets
      body: { type: json, value: { zebra: 1, apple: 2 } }
tearDown:
  - name: Sign out
    request: { method: POST, url: /logout }
`;

describe("a suite's file", () => {
  it("makes the suite that it describes", async () => {
    const imported = await importFile(petStore("Made"));
    expect(imported.body).toMatchObject({ isNew: true, added: 4, changed: 0, removed: 0 });
    const suite = await scene.send("GET", `/${String(imported.body["id"])}`);
    expect(suite.body).toMatchObject({
      name: "Made",
      description: "What it is for",
      folder: "shops/pets",
      tags: ["smoke"],
      testCaseCount: 2,
      data: { format: "csv", text: "id,name\n1,Rex\n" },
      rowVersion: imported.body["rowVersion"],
    });
    expect(suite.text).toContain('{"zebra":1,"apple":[true,null]}');
    const cases = await listCases(imported.body["id"]);
    expect(pick(cases, "name")).toEqual(["Sign in", "List", "Add", "Sign out"]);
    expect(pick(cases, "phase")).toEqual(["setUp", "test", "test", "tearDown"]);
    expect(cases.text).toContain('{"zebra":1,"apple":2}');
  });

  it("changes nothing when it is imported again, whatever its layout", async () => {
    const first = await importFile(petStore("Again"));
    const cases = await listCases(first.body["id"]);
    const exported = await exportFile(first.body["id"]);
    for (const yaml of [petStore("Again"), exported.text, `# a note\n${exported.text}`]) {
      const again = await importFile(yaml);
      expect(again.body).toEqual({ ...first.body, ...unchanged });
    }
    expect((await listCases(first.body["id"])).body).toEqual(cases.body);
  });

  it("keeps the ids of cases by name, changes only what differs, and removes the rest", async () => {
    const first = await importFile(petStore("Kept"));
    const before = pick(await listCases(first.body["id"]), "id");
    const [signIn, list, add, signOut] = before;
    const versions = async () => pick(await listCases(first.body["id"]), "rowVersion");
    const changed = petStore("Kept")
      .replace("url: /pets\n", "url: /animals\n")
      .replace(
        "  - name: List",
        "  - name: New\n    request: { method: GET, url: / }\n  - name: List",
      )
      .replace(/tearDown:[^]*/, "");
    const second = await importFile(changed);
    expect(second.body).toMatchObject({ isNew: false, added: 1, changed: 1, removed: 1 });
    expect(second.body["rowVersion"]).not.toBe(first.body["rowVersion"]);
    const cases = await listCases(first.body["id"]);
    expect(pick(cases, "name")).toEqual(["Sign in", "New", "List", "Add"]);
    const ids = pick(cases, "id");
    expect([ids[0], ids[2], ids[3]]).toEqual([signIn, list, add]);
    expect(before).not.toContain(ids[1]);
    expect(ids).not.toContain(signOut);
    const one = "AAAAAAAAAAE=";
    expect(await versions()).toEqual([one, one, one, "AAAAAAAAAAI="]);
    expect((await exportFile(first.body["id"])).text).toBe(
      (await exportFile((await importFile(changed)).body["id"])).text,
    );
  });

  it("says which settings of the suite itself it changed", async () => {
    const file = (more: string) =>
      `name: Settings\n${more}cases:\n- { name: a, request: { method: GET, url: / } }\n`;
    const readChanged = async (more: string) =>
      (await importFile(file(more))).body["changedSettings"];
    expect(await readChanged("")).toEqual([]);
    const data = 'data: { format: csv, text: "n\\n1\\n" }\n';
    expect(await readChanged(`defaults: { timeoutMs: 500 }\n${data}`)).toEqual([
      "defaults",
      "data",
    ]);
    expect(await readChanged(`defaults: { timeoutMs: 500 }\n${data}`)).toEqual([]);
    expect(await readChanged("tags: [a]\ndescription: Why\nvariables: { n: 1 }\n")).toEqual([
      "description",
      "tags",
      "variables",
      "defaults",
      "data",
    ]);
  });

  it("sets the order of cases and their phase", async () => {
    const cases = (...names: string[]) =>
      names.map((name) => `- { name: ${name}, request: { method: GET, url: / } }\n`).join("");
    const first = await importFile(`name: Order\ncases:\n${cases("a", "b", "c")}`);
    const ids = pick(await listCases(first.body["id"]), "id");
    const moved = await importFile(`name: Order\nsetUp:\n${cases("c")}cases:\n${cases("b", "a")}`);
    expect(moved.body).toMatchObject({
      added: 0,
      changed: 1,
      removed: 0,
      changedSettings: ["order"],
    });
    const after = await listCases(first.body["id"]);
    expect(pick(after, "name")).toEqual(["c", "b", "a"]);
    expect(pick(after, "phase")).toEqual(["setUp", "test", "test"]);
    expect(pick(after, "id")).toEqual(ids.toReversed());
    const swapped = await importFile(
      `name: Order\nsetUp:\n${cases("c")}cases:\n${cases("a", "b")}`,
    );
    expect(swapped.body).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(swapped.body["rowVersion"]).not.toBe(moved.body["rowVersion"]);
    expect(pick(await listCases(first.body["id"]), "name")).toEqual(["c", "a", "b"]);
  });

  it("clears what it leaves out", async () => {
    const first = await importFile(petStore("Cleared"));
    const second = await importFile("name: Cleared\nfolder: shops/pets\ncases: []\n");
    expect(second.body).toMatchObject({ id: first.body["id"], added: 0, changed: 0, removed: 4 });
    expect((await scene.send("GET", `/${String(first.body["id"])}`)).body).toMatchObject({
      description: null,
      tags: [],
      variables: {},
      defaults: {},
      data: null,
      testCaseCount: 0,
    });
  });

  it("finds its suite by folder and name within the project", async () => {
    const root = await importFile("name: Placed\ncases: []\n");
    const inFolder = await importFile("name: Placed\nfolder: f\ncases: []\n");
    const other = await openSuiteScene();
    const elsewhere = await importFile("name: Placed\ncases: []\n", undefined, other);
    expect([root, inFolder, elsewhere].map((answer) => answer.body["isNew"])).toEqual([
      true,
      true,
      true,
    ]);
    expect(new Set([root.body["id"], inFolder.body["id"], elsewhere.body["id"]]).size).toBe(3);
  });

  it("is checked against a rowVersion, which every change of a case increments", async () => {
    const first = await importFile(petStore("Versioned"));
    const version = String(first.body["rowVersion"]);
    expect((await importFile(petStore("Versioned"), version)).body).toMatchObject(unchanged);
    await scene.makeCases({ id: String(first.body["id"]) } as Made, { name: "By hand" });
    const stale = await importFile(petStore("Versioned"), version);
    expect(refusal(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    const present = String(stale.body["currentRowVersion"]);
    expect((await importFile(petStore("Versioned"), present)).body).toMatchObject({ removed: 1 });
    const gone = await importFile(petStore("Versioned and gone"), version);
    expect(refusal(gone)).toEqual([404, "NOT_FOUND"]);
    expect((await scene.list("&name=Versioned%20and%20gone")).body["totalCount"]).toBe(0);
  });

  it("makes one suite when many calls import it at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => importFile(petStore("At once"))),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body["id"])).size).toBe(1);
    expect(answers.filter((answer) => Boolean(answer.body["isNew"]))).toHaveLength(1);
    expect((await listCases(answers[0]?.body["id"])).body["totalCount"]).toBe(4);
  });

  it("is exported with a file name and its media type", async () => {
    const imported = await importFile("name: Größe & Co. / α\ncases: []\n");
    const exported = await exportFile(imported.body["id"]);
    expect(exported.headers["content-type"]).toBe("application/yaml");
    expect(exported.headers["content-disposition"]).toBe(
      'attachment; filename="gro-e-co.suite.yaml"',
    );
    expect(exported.text).toBe("name: Größe & Co. / α\n\ncases: []\n");
  });

  it("is written to the audit log when it changes something, and only then", async () => {
    const imported = await importFile(petStore("Audited"));
    await importFile(petStore("Audited"));
    const db = await scene.testApp.cells.eu.platform.database();
    const entries = await db
      .selectFrom("auditEntry")
      .select(["event", "details", "target"])
      .where("organizationId", "=", scene.organization.id)
      .execute();
    const own = entries.filter((entry) => entry.target?.id === imported.body["id"]);
    expect(own.map((entry) => [entry.event, entry.details["added"]])).toEqual([
      ["suite.imported", 4],
    ]);
  });

  it("is what a run is planned from, with the ids of its cases", async () => {
    const imported = await importFile(petStore("Run"));
    const db = await scene.testApp.cells.eu.platform.database();
    const place = { organizationId: scene.organization.id, projectId: scene.projectId };
    const suite = await readSuiteForRun(db, place, String(imported.body["id"]));
    const ids = pick(await listCases(imported.body["id"]), "id");
    expect([suite?.setUp, suite?.cases, suite?.tearDown].flat().map((one) => one?.id)).toEqual(ids);
    expect(suite).toMatchObject({ name: "Run", folder: "shops/pets", data: { format: "csv" } });
    expect(suite?.cases[0]).toMatchObject({ name: "List", dependsOn: ["Sign in"] });
    const elsewhere = { ...place, projectId: scene.organization.id };
    expect(await readSuiteForRun(db, elsewhere, String(imported.body["id"]))).toBeNull();
  });
});

describe("any suite", () => {
  const create = async (own: SuiteScene, suite: SuiteDefinition): Promise<Made> => {
    const { setUp = [], cases, tearDown = [], ...head } = suite;
    const made = await own.makeSuite(head);
    const all: [string, CaseDefinition[]][] = [
      ["setUp", setUp],
      ["test", cases],
      ["tearDown", tearDown],
    ];
    for (const [phase, list] of all) {
      await own.makeCases(made, ...list.map((fields) => ({ phase, ...fields })));
    }
    return made;
  };

  it("comes back the same through its file, byte by byte and case by case", async () => {
    const other = await openSuiteScene();
    let at = 0;
    await fc.assert(
      fc.asyncProperty(anySuite, async (drawn) => {
        at += 1;
        const suite = { ...drawn, name: `${at} ${drawn.name}`.slice(0, 120) };
        const made = await create(scene, suite);
        const { rowVersion } = (await scene.send("GET", `/${made.id}`)).body;
        const exported = await exportFile(made.id);
        const again = await importFile(exported.text);
        expect(again.body, exported.text).toEqual({ id: made.id, ...unchanged, rowVersion });
        const copied = await importFile(exported.text, undefined, other);
        expect(copied.status, copied.text).toBe(200);
        const copy = await exportFile(copied.body["id"], other);
        expect(copy.text).toBe(exported.text);
        const [own, theirs] = [
          await listCases(made.id),
          await other.send("GET", `/${String(copied.body["id"])}/cases?take=100`),
        ];
        for (const member of ["name", "request", "assertions", "description", "foreach"]) {
          expect(pick(theirs, member)).toEqual(pick(own, member));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("a file that is no suite is refused", () => {
  it.each([
    ["an unknown field", "name: x\ncase: []\ncases: []\n", "case"],
    [
      "an unknown field of a case",
      casesOf("{ name: a, request: { method: GET, url: /, verb: x } }"),
      "cases[0].request.verb",
    ],
    ["a missing field", "name: x\n", "cases"],
    ["a number for a text", "name: 1\ncases: []\n", "name"],
    [
      "a text for a boolean",
      casesOf("{ name: a, isEnabled: 'true', request: { method: GET, url: / } }"),
      "cases[0].isEnabled",
    ],
    [
      "a name twice in its phases",
      `${casesOf("{ name: a, request: { method: GET, url: / } }")}setUp:\n- { name: a, request: { method: GET, url: / } }\n`,
      "cases[0].name",
    ],
    [
      "a dependency that is not there",
      casesOf("{ name: a, dependsOn: [b], request: { method: GET, url: / } }"),
      "cases[0].dependsOn[0]",
    ],
    [
      "a circle",
      casesOf("{ name: a, dependsOn: [a], request: { method: GET, url: / } }"),
      "cases[0].dependsOn",
    ],
    [
      "a path that is none",
      casesOf(
        "{ name: a, request: { method: GET, url: / }, assertions: [{ source: jsonPath, path: x, operator: exists }] }",
      ),
      "cases[0].assertions[0].path",
    ],
    ["data that is none", "name: x\ndata: { format: json, text: '{' }\ncases: []\n", "data.text"],
    [
      "a member called __proto__",
      "name: x\n__proto__: { polluted: true }\ncases: []\n",
      "__proto__",
    ],
  ])("for %s, naming the field", async (_, yaml, field) => {
    const answer = await importFile(yaml);
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it.each([
    ["an open bracket", "name: x\ncases: [\n", 3],
    ["a key twice", "name: x\ncases: []\nname: y\n", 3],
    [
      "a tag that makes code",
      "name: x\ncases: []\ndescription: !!js/function 'function () {}'\n",
      3,
    ],
    ["a tag of another language", "name: !!python/object/apply:os.system ['true']\ncases: []\n", 1],
    ["an alias", "name: &a x\ndescription: *a\ncases: []\n", 2],
    ["nothing", "\n\n", 1],
    ["a list", "- name: x\n", 1],
  ])("for %s, naming the line", async (_, yaml, line) => {
    const answer = await importFile(yaml);
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual(["yaml"]);
    expect(answer.text).toContain(`Line ${line}`);
  });

  it("naming line, column and case, and the likely correct field", async () => {
    const yaml = [
      "name: x",
      "setUp:",
      "  - name: Log in",
      "    request: { method: GET, url: / }",
      "    asertions: []",
      "cases:",
      "  - name: Order",
      "    request:",
      "      method: GET",
      "      url: /",
      "      haeders: {}",
      "variabels: {}",
    ].join("\n");
    const answer = await importFile(yaml);
    const messages = Object.values(answer.body["errors"] ?? {}).map(({ field, message }) => [
      field,
      message,
    ]);
    const unknown = "There is no such field here; did you mean";
    expect(messages).toEqual([
      ["variabels", `Line 12, column 1: ${unknown} variables?`],
      ["setUp[0].asertions", `Line 5, column 5, case "Log in": ${unknown} assertions?`],
      ["cases[0].request.haeders", `Line 11, column 7, case "Order": ${unknown} headers?`],
    ]);
    const wrong = casesOf("{ name: a, request: { method: GET, url: 'htp://x' } }");
    expect((await importFile(wrong)).text).toContain(
      'Line 3, column 38, case \\"a\\": The address',
    );
    const broken = await importFile(`${casesOf("name: Pay")}  request: {\n`);
    expect(broken.text).toContain('Line 5, column 1, case \\"Pay\\": The file is not YAML');
  });

  it("for numbers that JSON does not have, for a second document, and for unlimited nesting", async () => {
    const infinite = await importFile("name: x\nvariables: { a: .inf }\ncases: []\n");
    expect(fieldsOf(infinite)).toEqual(["yaml"]);
    const two = await importFile("name: x\ncases: []\n---\nname: y\n");
    expect(fieldsOf(two)).toEqual(["yaml"]);
    const deep = await importFile(`name: x\nvariables: { a: ${"[".repeat(100_000)} }\n`);
    expect(refusal(deep)).toEqual([400, "VALIDATION_FAILED"]);
  });
});

function casesOf(...cases: string[]): string {
  return `name: x\ncases:\n${cases.map((one) => `- ${one}\n`).join("")}`;
}

describe("a hostile file", () => {
  it("of aliases that multiply is refused", async () => {
    const levels = Array.from({ length: 30 }, (_, at) =>
      at === 0 ? "a0: &a0 [x, x]" : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
    );
    const answer = await importFile(`name: x\ncases: []\nvariables:\n  ${levels.join("\n  ")}\n`);
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(answer.text).toContain("aliases");
  });

  it("changes no prototype, and keeps its members unchanged", async () => {
    const body =
      '{ "__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } } }';
    const imported = await importFile(
      casesOf(
        `{ name: a, request: { method: POST, url: /, body: { type: json, value: ${body} } } }`,
      ),
    );
    expect(imported.status, imported.text).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const exported = await exportFile(imported.body["id"]);
    expect(exported.text).toContain("__proto__:");
    expect((await importFile(exported.text)).body).toMatchObject(unchanged);
    expect((await listCases(imported.body["id"])).text).toContain('"__proto__":{"polluted":true}');
  });

  it("of more than 4,000,000 characters is refused, and a body over the limit is not read", async () => {
    const large = await importFile(`name: x\ncases: []\n# ${"x".repeat(4_000_000)}`);
    expect([refusal(large), fieldsOf(large)]).toEqual([[400, "VALIDATION_FAILED"], ["yaml"]]);
    const larger = await importFile(`name: x\ncases: []\n# ${"x".repeat(5_300_000)}`);
    expect(refusal(larger)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });

  it("of many megabytes lets other calls through while it is read", async () => {
    const values = Array.from({ length: 60_000 }, (_, at) => `  v${at}: { a: [1, "x"] }\n`).join(
      "",
    );
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const large = importFile(`name: x\nvariables:\n${values}cases: []\n`).then(note("import"));
    const others = Array.from({ length: 3 }, () => scene.send("GET", "").then(note("other")));
    await Promise.all([large, ...others]);
    expect(ended.at(-1)).toBe("import");
  });

  it("with a fault on every one of very many lines is refused with a short answer", async () => {
    const headers = Array.from({ length: 250_000 }, (_, at) => `h${at}: {}`).join(", ");
    const yaml = casesOf(`{ name: a, request: { method: GET, url: /, headers: { ${headers} } } }`);
    const answer = await importFile(yaml);
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(answer.text.length).toBeLessThan(50_000);
  });
});

describe("a large suite", () => {
  it("of 2,000 cases is imported, imported again, changed and exported", async () => {
    const line = (at: number) =>
      `{ name: "Case ${at}", ${at > 0 ? `dependsOn: ["Case ${at - 1}"], ` : ""}request: { method: GET, url: "/${at}" } }`;
    const lines = Array.from({ length: 2000 }, (_, at) => line(at));
    const first = await importFile(casesOf(...lines).replace("name: x", "name: Large"));
    expect(first.body).toMatchObject({ isNew: true, added: 2000 });
    const exported = await exportFile(first.body["id"]);
    expect((await importFile(exported.text)).body).toEqual({ ...first.body, ...unchanged });
    const changed = exported.text.replaceAll("method: GET", "method: HEAD");
    expect((await importFile(changed)).body).toMatchObject({ added: 0, changed: 2000, removed: 0 });
    const more = await importFile(casesOf(...lines, line(2000)).replace("name: x", "name: Large"));
    expect([refusal(more), fieldsOf(more)]).toEqual([[400, "VALIDATION_FAILED"], ["cases"]]);
    const suite = { id: String(first.body["id"]) } as Made;
    const added = await scene.send("POST", `/${suite.id}/cases`, {
      name: "One more",
      request: { method: "GET", url: "/" },
    });
    expect([refusal(added), fieldsOf(added)]).toEqual([[400, "VALIDATION_FAILED"], ["phase"]]);
  });
});
