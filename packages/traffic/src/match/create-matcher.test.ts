import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMatcher } from "./create-matcher.ts";
import { hasDotSegments, listReadings, normalisePath } from "./normalise-path.ts";

const of = (...names: string[]) =>
  createMatcher(
    names.map((name) => {
      const [method = "", path = ""] = name.split(" ");
      return { method, path, name };
    }),
  );
const matcher = of(
  "get /pets",
  "get /pets/{petId}",
  "get /pets/mine",
  "delete /pets/{id}",
  "get /pets/{id}/photos/{photo}.{format}",
  "get /",
  "get /caf%C3%A9/{x}",
  "get /straße",
);
const name = (method: string, target: string) => matcher.match(method, target)?.name ?? null;

describe("a call is matched", () => {
  it.each([
    ["GET", "/pets", "get /pets"],
    ["GET", "/pets/", "get /pets"],
    ["GET", "/pets/7?x=/y", "get /pets/{petId}"],
    ["HEAD", "/pets/7", "get /pets/{petId}"],
    ["GET", "/pets/mine", "get /pets/mine"],
    ["DELETE", "/pets/mine", "delete /pets/{id}"],
    ["GET", "/pets/7/photos/a.b.png", "get /pets/{id}/photos/{photo}.{format}"],
    ["GET", "/pets/7/photos/.png", null],
    ["GET", "/pets//", "get /pets"],
    ["GET", "/", "get /"],
    ["GET", "/pets/7/", "get /pets/{petId}"],
    ["GET", "/pets/7/8", null],
    ["POST", "/pets", null],
    ["GET", "/café/1".replace("é", "%c3%a9"), "get /caf%C3%A9/{x}"],
    ["GET", "/stra%C3%9Fe", "get /straße"],
    ["GET", "/__proto__", null],
  ])("%s %s is %s", (method, target, expected) => expect(name(method, target)).toBe(expected));

  it.each([
    "//pets/7",
    "/pets//7",
    "/pets/%37",
    "/%70%65%74%73/7",
    "/./pets/7",
    "/pets/./7",
    "/pets/x/../7",
    "/pets/x/%2e%2E/7",
    "/a/../pets/7",
    "/../pets/7",
    "/pets/7/.",
    "/pets/7/x/..",
    "/pets/7;v=1",
    "/pets;v=1/7",
    "/pets%2F7",
    "/pets%2f7",
    "/pets\\7",
    "/pets%5c7",
    "/pets/7#part",
    "/x/..%2fpets/7",
    "/x/..;/pets/7",
  ])("%s does not avoid the rules of /pets/{petId}", (target) =>
    expect(matcher.matchAll("GET", target).map((found) => found.name)).toContain(
      "get /pets/{petId}",
    ),
  );

  it("knows the dot segments that lead out of a path", () => {
    for (const path of ["/a/../b", "/a/%2e./b", "/a/..", "/..%2Fb", "/..;x/b", "/a\\..\\b", "/./a"])
      expect(hasDotSegments(path), path).toBe(true);
    for (const path of ["/a..b", "/.well-known", "/a/...", "/a?x=/../", "/a.b/%2ehidden"])
      expect(hasDotSegments(path), path).toBe(false);
  });

  it("is the same however the path is written", () => {
    const segment = fc
      .stringMatching(/^[a-zA-Z0-9_.~-]{1,8}$/)
      .filter((text) => !/^\.+$/.test(text));
    const encode = (text: string, mask: readonly boolean[]) =>
      [...text]
        .map((c, at) => (mask[at % mask.length] ? `%${c.charCodeAt(0).toString(16)}` : c))
        .join("");
    const filler = fc.constantFrom("/", "//", "/./", "/%2e/", "/x/../", "///", "/%2E/x/%2e%2e/");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(segment, filler, fc.array(fc.boolean(), { minLength: 1 })), {
          minLength: 1,
          maxLength: 5,
        }),
        (parts) => {
          const plain = parts.map(([text]) => `/${text}`).join("");
          const odd = parts.map(([text, fill, mask]) => `${fill}${encode(text, mask)}`).join("");
          expect(normalisePath(odd)).toBe(plain);
          expect(listReadings(odd)).toContain(plain);
        },
      ),
    );
  });

  it("takes time that does not grow with the number of operations", () => {
    const make = (count: number) =>
      createMatcher(
        Array.from({ length: count }, (_, at) => ({
          method: "get",
          path: `/group${at % 50}/{a}/item${at}/{b}`,
        })),
      );
    const [few, many] = [make(100), make(10_000)];
    const visit = (of: typeof few, count: number) => {
      for (let at = 0; at < count; at++)
        expect(of.match("GET", `/group${at % 50}/1/item${at}/2`)?.path).toContain(`item${at}/`);
    };
    visit(few, 100);
    visit(many, 10_000);
  });
});
