import type { ContainerKind } from "../syntax/container-kinds.ts";

/** Attributes as written, in this order. */
export type Attributes = readonly (readonly [name: string, value: string])[];

/** A piece of a line that a component writes. */
export interface Words {
  readonly text: string;
  /** Null for plain words. */
  readonly href?: string | undefined;
  readonly className?: string | undefined;
}

/** A line above or below the content of a component. */
export interface Line {
  readonly tag: "p" | "figcaption";
  readonly className: string;
  readonly words: readonly Words[];
}

/** An element that contains blocks. */
export interface BlockElement {
  readonly is: "block";
  readonly tag: string;
  readonly attributes: Attributes;
  /** One of these must be its parent, or its tags are omitted. */
  readonly parents?: readonly string[] | undefined;
  /** Names of open elements that it closes, as a `<li>` closes the previous one. */
  readonly ends?: readonly string[] | undefined;
  /** Its text is not wrapped in a paragraph. */
  readonly holdsWords?: boolean | undefined;
  readonly above?: readonly Line[] | undefined;
  readonly below?: readonly Line[] | undefined;
}

export interface ImageElement {
  readonly is: "image";
  readonly src: string;
  readonly text: string;
  readonly title: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly classNames: readonly string[];
}

/** What a tag means to a page. */
export type Element =
  | BlockElement
  | ImageElement
  | {
      readonly is: "container";
      readonly kind: ContainerKind;
      readonly title: string;
      readonly isOpen: boolean;
    }
  | {
      readonly is: "inline";
      readonly tag: string;
      readonly attributes: Attributes;
      /** For a component that names the size in an attribute. */
      readonly text?: string | undefined;
    }
  | {
      readonly is: "link";
      readonly href: string | null;
      readonly title: string | null;
      readonly id: string | null;
      readonly text: string;
    }
  | { readonly is: "source"; readonly src: string; readonly isDark: boolean | null }
  | { readonly is: "break" }
  | { readonly is: "rule" }
  | { readonly is: "preformatted" }
  /** Its tags are omitted, its content is shown. */
  | { readonly is: "clear"; readonly isBlock: boolean }
  /** It is omitted with its content. If it embedded another address, a link leads there. */
  | { readonly is: "left-out"; readonly href: string | null; readonly isReported: boolean }
  /** Like `clear`, with a warning to the writer. */
  | { readonly is: "unknown"; readonly isComponent: boolean };
