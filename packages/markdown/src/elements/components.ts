import { findContainerKind } from "../syntax/container-kinds.ts";
import type { Element, Line, Words } from "./element.types.ts";
import { readImage } from "./html-elements.ts";
import { isSet, readId, readText } from "./read-attributes.ts";
import type { Tag } from "./scan-tag.ts";

// Components of Docusaurus, Mintlify, Starlight and VitePress, by the names that pages use. No component is run: a tag
// becomes what its documentation says that it shows.

type Reader = (tag: Tag) => Element;

const container = (name: string, title: string | null, isOpen = false): Element => {
  const kind = findContainerKind(name);
  if (kind === undefined) throw new Error(`There is no container ${name}.`);
  return { is: "container", kind, title: title ?? "", isOpen };
};

const callout =
  (name: string): Reader =>
  (tag) =>
    container(name, readText(tag, "title"));

const calloutTypes: Readonly<Record<string, string>> = {
  caution: "caution",
  check: "tip",
  danger: "danger",
  default: "note",
  error: "danger",
  important: "important",
  info: "info",
  note: "note",
  success: "tip",
  tip: "tip",
  warn: "warning",
  warning: "warning",
};

const typedCallout: Reader = (tag) => {
  const type = (readText(tag, "type", "intent", "variant") ?? "note").toLowerCase();
  const name = Object.hasOwn(calloutTypes, type) ? calloutTypes[type] : undefined;
  return container(name ?? "note", readText(tag, "title"));
};

const folded: Reader = (tag) =>
  container(
    "details",
    readText(tag, "title", "summary", "label"),
    isSet(tag, "defaultOpen", "open"),
  );

const tab: Reader = (tag) => container("tab", readText(tag, "label", "title", "name", "value"));

const box =
  (className: string): Reader =>
  (tag) => {
    const id = readId(tag);
    return {
      is: "block",
      tag: "div",
      attributes: [...(id === null ? [] : [["id", id] as const]), ["class", className]],
    };
  };

const clear: Reader = () => ({ is: "clear", isBlock: true });
const clearWords: Reader = () => ({ is: "clear", isBlock: false });

const line = (className: string, words: readonly Words[], tag: Line["tag"] = "p"): Line => ({
  tag,
  className,
  words: words.filter(({ text }) => text !== ""),
});

const card: Reader = (tag) => {
  const title = readText(tag, "title", "name") ?? "";
  const href = readText(tag, "href", "link", "to") ?? undefined;
  const description = readText(tag, "description");
  return {
    is: "block",
    tag: "div",
    attributes: [["class", "lm-card"]],
    above: [
      ...(title === "" ? [] : [line("lm-card-title", [{ text: title, href }])]),
      ...(description === null ? [] : [line("lm-card-text", [{ text: description }])]),
    ],
    below:
      title === "" && href !== undefined ? [line("lm-card-title", [{ text: href, href }])] : [],
  };
};

const step: Reader = (tag) => {
  const title = readText(tag, "title");
  return {
    is: "block",
    tag: "div",
    attributes: [["class", "lm-step"]],
    above: title === null ? [] : [line("lm-step-title", [{ text: title }])],
  };
};

const frame: Reader = (tag) => {
  const caption = readText(tag, "caption", "title");
  return {
    is: "block",
    tag: "figure",
    attributes: [["class", "lm-frame"]],
    below: caption === null ? [] : [line("lm-frame-caption", [{ text: caption }], "figcaption")],
  };
};

/** A parameter or a response field, as Mintlify writes them: `<ParamField query="page" type="integer" required>`. */
const field: Reader = (tag) => {
  const places = ["path", "query", "body", "header"];
  const place = places.find((name) => readText(tag, name) !== null) ?? "";
  const name = readText(tag, ...places, "name") ?? "";
  const standard = readText(tag, "default", "initialValue");
  return {
    is: "block",
    tag: "div",
    attributes: [["class", "lm-field"]],
    above: [
      line("lm-field-title", [
        { text: name, className: "lm-mono" },
        { text: readText(tag, "type") ?? "", className: "lm-type" },
        { text: place, className: "lm-badge" },
        { text: isSet(tag, "required") ? "required" : "", className: "lm-badge" },
        { text: isSet(tag, "deprecated") ? "deprecated" : "", className: "lm-deprecated" },
        { text: standard === null ? "" : `default: ${standard}`, className: "lm-badge" },
      ]),
    ],
  };
};

const update: Reader = (tag) => {
  const label = readText(tag, "label", "date");
  return {
    is: "block",
    tag: "div",
    attributes: [["class", "lm-update"]],
    above: label === null ? [] : [line("lm-step-title", [{ text: label }])],
  };
};

const badge: Reader = (tag) => ({
  is: "inline",
  tag: "span",
  attributes: [["class", "lm-badge"]],
  text: readText(tag, "text") ?? "",
});

const link: Reader = (tag) => ({
  is: "link",
  href: readText(tag, "href", "to", "link"),
  title: null,
  id: null,
  text: readText(tag, "text", "title", "label") ?? "",
});

/** An icon next to words of the same meaning: it is omitted. */
const nothing: Reader = () => ({ is: "left-out", href: null, isReported: false });

const readers: Readonly<Record<string, Reader>> = {
  Accordion: folded,
  AccordionGroup: clear,
  Accordions: clear,
  Admonition: typedCallout,
  Alert: typedCallout,
  Aside: typedCallout,
  Badge: badge,
  BrowserWindow: frame,
  Button: link,
  ButtonLink: link,
  Callout: typedCallout,
  Card: card,
  CardGrid: box("lm-cards"),
  CardGroup: box("lm-cards"),
  Cards: box("lm-cards"),
  Caution: callout("caution"),
  Check: callout("tip"),
  ClientOnly: clear,
  CodeGroup: () => container("code-group", null),
  CodeTabs: () => container("code-group", null),
  Column: box("lm-column"),
  Columns: box("lm-cards"),
  Danger: callout("danger"),
  Details: folded,
  Error: callout("danger"),
  Expandable: folded,
  FileTree: box("lm-file-tree"),
  Frame: frame,
  Fragment: clear,
  Head: nothing,
  Heading: clear,
  Icon: nothing,
  Image: readImage,
  Important: callout("important"),
  Info: callout("info"),
  Link: link,
  LinkButton: link,
  LinkCard: card,
  Mermaid: clear,
  Note: callout("note"),
  Panel: box("lm-column"),
  ParamField: field,
  RequestExample: () => container("code-group", null),
  ResponseExample: () => container("code-group", null),
  ResponseField: field,
  Step: step,
  Steps: () => container("steps", null),
  Success: callout("tip"),
  Tab: tab,
  TabItem: tab,
  Tabs: () => container("tabs", null),
  Tile: card,
  Tiles: box("lm-cards"),
  Tip: callout("tip"),
  Tooltip: clearWords,
  Update: update,
  Visibility: clear,
  Warning: callout("warning"),
};

/** Names of the components, for the documentation and its test. */
export const componentNames: readonly string[] = Object.keys(readers);

/** What a component shows; null for an unknown one. `Tabs.Tab` is read as `Tab`. */
export function readComponent(tag: Tag): Element | null {
  const name = tag.name.slice(tag.name.lastIndexOf(".") + 1);
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  return reader?.(tag) ?? null;
}
