import sanitize from "sanitize-html";

// The second wall is a sanitizer that allows only what the renderer writes. The first wall is that no character of a
// page's HTML is copied: its tags are parsed and written again from known parts (elements/). Parts that are made once
// and cached (code, diagrams, embeds) are sanitized separately, with the list of their kind.

type Attributes = Readonly<Record<string, readonly sanitize.AllowedAttribute[]>>;

const oneOf = (name: string, ...values: string[]): sanitize.AllowedAttribute => ({
  name,
  multiple: false,
  values,
});

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;

const words =
  "abbr bdi cite del dfn ins kbd mark q rp rt ruby samp small sub u var em s strong code sup".split(
    " ",
  );

/** What a page's HTML and components are written as, in addition to Markdown's elements. */
const elements: Attributes = {
  ...Object.fromEntries(words.map((name) => [name, ["id", "class", "title"]])),
  wbr: [],
  div: ["class", "id"],
  figure: ["class", "id"],
  figcaption: ["class", "id"],
  dl: ["class", "id"],
  dt: ["class", "id"],
  dd: ["class", "id"],
};

const scroller = ["class", oneOf("role", "group"), "aria-label", oneOf("tabindex", "0")];

const tables: Attributes = {
  div: scroller,
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ["class", oneOf("scope", "col")],
  td: ["class"],
};

const code: Attributes = {
  figure: ["class", oneOf("data-island", "mermaid")],
  figcaption: ["class"],
  pre: [oneOf("tabindex", "0")],
  code: ["class"],
  span: ["class"],
};

const cell = ["class", "id", "colspan", "rowspan"];

const page: Attributes = {
  ...elements,
  ...Object.fromEntries(headings.map((name) => [name, ["id", "class"]])),
  div: [...scroller, "id"],
  table: ["class", "id"],
  caption: ["class", "id"],
  thead: ["class", "id"],
  tbody: ["class", "id"],
  tfoot: ["class", "id"],
  tr: ["class", "id"],
  th: [...cell, oneOf("scope", "col")],
  td: cell,
  p: ["class", "id"],
  br: [],
  hr: [],
  blockquote: ["class", "id"],
  ul: ["class", "id"],
  ol: ["class", "id", "start"],
  li: ["class", "id"],
  span: ["class", "id"],
  a: ["href", "title", "class", "id", "aria-label", oneOf("rel", "noopener noreferrer")],
  img: [
    "src",
    "alt",
    "title",
    "width",
    "height",
    "class",
    oneOf("loading", "lazy"),
    oneOf("decoding", "async"),
  ],
  section: ["class", "aria-label"],
  fieldset: ["class"],
  legend: ["class"],
  input: [
    oneOf("type", "radio", "checkbox"),
    "name",
    "id",
    "class",
    "checked",
    "disabled",
    "aria-label",
  ],
  label: ["for", "class"],
  details: ["class", "id", "open"],
  summary: ["class", "id"],
};

const letters = ["x", "y", "dx", "dy", "font-size", "font-weight", "text-anchor", "font-style"];
const letterShapes = [...letters, "text-decoration", "dominant-baseline"];
const stroke = ["stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity"];
const paint = ["class", oneOf("fill", "none"), oneOf("stroke", "none"), ...stroke];
const ends = ["marker-start", "marker-end"];

const diagram: Attributes = {
  ...code,
  div: scroller,
  details: ["class"],
  summary: [],
  svg: ["viewBox", "width", "height", oneOf("role", "img"), "aria-label", "class"],
  defs: [],
  g: ["class"],
  marker: ["id", "markerWidth", "markerHeight", "refX", "refY", "orient"],
  polyline: ["points", ...paint, ...ends],
  polygon: ["points", ...paint],
  line: ["x1", "y1", "x2", "y2", ...paint, ...ends],
  rect: ["x", "y", "width", "height", "rx", "ry", ...paint],
  circle: ["cx", "cy", "r", ...paint],
  ellipse: ["cx", "cy", "rx", "ry", ...paint],
  path: ["d", ...paint, ...ends],
  text: [...letterShapes, ...paint],
  tspan: [...letterShapes, ...paint],
};

const embed: Attributes = {
  ...tables,
  p: ["class"],
  a: ["href"],
  code: ["class"],
  span: ["class"],
};

const ownReference = /^url\(#lm-diagram-\d+-[\w-]+\)$/;

/** An arrowhead must be one of the same drawing: any other address would be loaded. */
function keepOwnEnds(name: string, attributes: sanitize.Attributes): sanitize.Tag {
  const attribs = Object.fromEntries(
    Object.entries(attributes).filter(
      ([key, value]) => !ends.includes(key) || ownReference.test(value),
    ),
  );
  return { tagName: name, attribs };
}

const names = /^(?:lm|language)-[a-z0-9-]+$/;

function makeSanitizer(attributes: Attributes): (html: string) => string {
  const tags = Object.keys(attributes);
  const options: sanitize.IOptions = {
    allowedTags: tags,
    allowedAttributes: Object.fromEntries(
      Object.entries(attributes).map(([tag, list]) => [tag, [...list]]),
    ),
    allowedClasses: Object.fromEntries(
      tags.filter((tag) => attributes[tag]?.includes("class")).map((tag) => [tag, [names]]),
    ),
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https"] },
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: true,
    disallowedTagsMode: "discard",
    enforceHtmlBoundary: false,
    parseStyleAttributes: false,
    transformTags: Object.fromEntries(
      ["polyline", "line", "path"]
        .filter((tag) => tags.includes(tag))
        .map((tag) => [tag, keepOwnEnds]),
    ),
    // SVG names contain capitals. The renderer writes other names in lower case, or does not know them.
    parser: { lowerCaseTags: false, lowerCaseAttributeNames: false, decodeEntities: true },
  };
  return (html) => sanitize(html, options);
}

/** Sanitizes a page without the parts in its slots. */
export const allowPage = makeSanitizer(page);
export const allowCode = makeSanitizer(code);
export const allowDiagram = makeSanitizer(diagram);
export const allowEmbed = makeSanitizer(embed);

const together: Record<string, sanitize.AllowedAttribute[]> = {};
for (const part of [page, code, diagram, embed]) {
  for (const [tag, list] of Object.entries(part)) {
    const known = new Set((together[tag] ?? []).map((one) => JSON.stringify(one)));
    together[tag] = [
      ...(together[tag] ?? []),
      ...list.filter((one) => !known.has(JSON.stringify(one))),
    ];
  }
}

/** Sanitizes a whole rendered page that was stored. Output of the renderer is returned unchanged. */
export const sanitizePage = makeSanitizer(together);
