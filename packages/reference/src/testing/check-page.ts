import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The result of parsing a page. */
export interface SeenPage {
  /** Errors of the HTML Standard's parser, with their codes. */
  readonly errors: readonly string[];
  /** Elements and texts. */
  readonly nodes: number;
  readonly elements: readonly Element[];
}

const isElement = (node: Node): node is Element => "tagName" in node;

/** Parses a fragment as the body of a page, strictly. */
export function readPage(html: string): SeenPage {
  const errors: string[] = [];
  const onParseError = ({ code, startOffset }: { code: string; startOffset: number }): void => {
    errors.push(`${code} at …${html.slice(Math.max(0, startOffset - 40), startOffset + 40)}…`);
  };
  const root = parseFragment(html, { onParseError, sourceCodeLocationInfo: true });
  const elements: Element[] = [];
  let nodes = 0;
  const waiting: Node[] = [...root.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes += 1;
    if (isElement(node)) {
      elements.push(node);
      // The parser closes open elements without an error.
      const { sourceCodeLocation: place } = node;
      const isVoid = ["input", "wbr", "br", "img", "hr"].includes(node.tagName);
      if (!isVoid && place?.endTag === undefined) errors.push(`${node.tagName} is not closed`);
    }
    if ("childNodes" in node) waiting.push(...node.childNodes);
  }
  return { errors, nodes, elements: elements.reverse() };
}

export const attributeOf = (element: Element, name: string): string | null =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? null;

/** Values of an attribute that occur more than once. */
export function listTwice({ elements }: SeenPage, name: string): string[] {
  const seen = new Set<string>();
  return elements.flatMap((element) => {
    const value = attributeOf(element, name);
    if (value === null || !seen.has(value)) {
      if (value !== null) seen.add(value);
      return [];
    }
    return [value];
  });
}

const allowed = new Set(
  "a button code details div fieldset h2 h3 h4 input label legend li option p pre select span summary ul var wbr".split(
    " ",
  ),
);
const attributes = new Set(
  "aria-label checked class data-language data-try-it for hidden href id name open rel tabindex type".split(
    " ",
  ),
);

/** What a page must not have: unknown elements and attributes, and URLs that run something. */
export function listDangers({ elements }: SeenPage): string[] {
  return elements.flatMap((element) => [
    ...(allowed.has(element.tagName) ? [] : [`<${element.tagName}>`]),
    ...element.attrs
      .filter(({ name }) => !attributes.has(name))
      .map(({ name }) => `${element.tagName} ${name}`),
    ...element.attrs
      .filter(({ name, value }) => name === "href" && !/^(?:\/|https?:|mailto:)/.test(value))
      .map(({ value }) => `href ${value}`),
  ]);
}
