import type { SsoReason } from "@lintel/contract/words/sso-reasons";
import { SaxesParser, type SaxesTagNS } from "saxes";
import { refuseSignIn } from "../attempt/sso-refusal.ts";

/** An element of a message, as a parser that expands nothing reads it. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** Attributes without a namespace. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The element's own text, CDATA included. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

const maxDepth = 64;
const maxElements = 20_000;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of a message, which has no declaration, comment or instruction: what another parser might
 * read differently is refused before it is parsed.
 *
 * @throws Problem SSO_REFUSED
 */
export function decodeXml(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (/<!\s*DOCTYPE/i.test(text)) throw refuseSignIn("SAML_DOCTYPE");
  if (/<!\s*ENTITY/i.test(text)) throw refuseSignIn("SAML_ENTITY");
  if (text.includes("<!--")) throw refuseSignIn("SAML_COMMENT");
  const declaration = /^\uFEFF?<\?xml\s[^?]*\?>/.exec(text)?.[0] ?? "";
  if (/encoding\s*=\s*["'](?!utf-8["'])/i.test(declaration))
    throw refuseSignIn("SAML_NOT_XML", "it declares another encoding.");
  if (text.indexOf("<?", declaration.length) !== -1) throw refuseSignIn("SAML_INSTRUCTION");
  return text.slice(text.startsWith("\uFEFF") ? 1 : 0);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refuseSignIn("SAML_NOT_XML", "its bytes are not UTF-8.");
  }
}

/** @throws Problem SSO_REFUSED unless the text is well-formed XML with namespaces. */
export function parseXml(text: string, { isCommented = false } = {}): XmlElement {
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  const open: OpenElement[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  const refuse = (reason: SsoReason) => () => {
    throw refuseSignIn(reason);
  };
  parser.on("error", ({ message }) => {
    throw refuseSignIn("SAML_NOT_XML", `${message.slice(0, 200)}.`);
  });
  parser.on("doctype", refuse("SAML_DOCTYPE"));
  if (!isCommented) {
    parser.on("comment", refuse("SAML_COMMENT"));
    parser.on("processinginstruction", refuse("SAML_INSTRUCTION"));
  }
  parser.on("opentag", (tag) => {
    count += 1;
    if (open.length >= maxDepth || count > maxElements)
      throw refuseSignIn("SAML_NOT_XML", "it has too many elements.");
    const element = toElement(tag);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  if (root === null) throw refuseSignIn("SAML_NOT_XML", "it has no element.");
  return root;
}

function toElement({ uri, local, attributes }: SaxesTagNS): OpenElement {
  const own = Object.values(attributes).filter(({ uri: of }) => of === "");
  return {
    namespace: uri,
    name: local,
    attributes: Object.fromEntries(own.map((one) => [one.local, one.value])),
    children: [],
    text: "",
  };
}

/** The elements of a namespace and name directly in another. */
export function childrenOf(parent: XmlElement, namespace: string, name: string): XmlElement[] {
  return parent.children.filter((child) => is(child, namespace, name));
}

export function is(element: XmlElement, namespace: string, name: string): boolean {
  return element.namespace === namespace && element.name === name;
}

/** An element and everything in it. */
export function* descendants(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* descendants(child);
}
