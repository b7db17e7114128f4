import type { PageResolvers } from "../values/page.types.ts";

const text = `"><img src=x onerror=ran()><script>ran()</script>`;

const line = [
  { text, href: "javascript:ran()" },
  { text, href: text },
  { text, href: "\u0001javascript:ran()" },
];

const field = {
  name: text,
  in: text,
  type: line,
  badges: [text],
  description: text,
  facts: [text],
};

/** Resolvers whose answers are as hostile as a user's document can be. */
export const hostileResolvers: PageResolvers = {
  resolveLink: ({ target }) => ({ href: target.length % 2 === 0 ? "javascript:ran()" : text }),
  resolveAsset: (target) => ({
    src: target.length % 2 === 0 ? "javascript:ran()" : `x.png" onerror="ran()`,
    width: Number.NaN,
    height: 10,
  }),
  resolveEmbed: (reference) =>
    reference.kind === "schema"
      ? {
          kind: "schema",
          name: text,
          type: line,
          description: text,
          deprecated: true,
          href: "javascript:ran()",
          groups: [{ title: text, fields: [field] }],
          hasMore: true,
        }
      : {
          kind: "endpoint",
          method: text,
          path: text,
          summary: text,
          deprecated: true,
          href: text,
          parameters: [field],
          body: line,
          responses: [{ status: text, type: line, description: text }],
        },
};
