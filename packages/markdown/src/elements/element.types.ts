import type { ContainerKind } from "../syntax/container-kinds.ts";

/** Attributes as they are written, in this order. */
export type Attributes = readonly (readonly [name: string, value: string])[];

/** A piece of a line that a component writes itself. */
export interface Words {
  readonly text: string;
  /** Null for plain words. */
  readonly href?: string | undefined;
  readonly className?: string | undefined;
}

/** A line above or below what a component holds. */
export interface Line {
  readonly tag: "p" | "figcaption";
  readonly className: string;
  readonly words: readonly Words[];
}

/** An element that holds blocks. */
export interface BlockElement {
  readonly is: "block";
  readonly tag: string;
  readonly attributes: Attributes;
  /** It stands in one of these, or its tags are left out. */
  readonly parents?: readonly string[] | undefined;
  /** Names of open elements that it ends, as a `<li>` ends the one before it. */
  readonly ends?: readonly string[] | undefined;
  /** Its words are in no paragraph of their own. */
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
      /** Of a component that says it in an attribute. */
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
  /** Its tags are left out, its content stays. */
  | { readonly is: "clear"; readonly isBlock: boolean }
  /** It is left out with its content; where it showed something of another place, a link leads there. */
  | { readonly is: "left-out"; readonly href: string | null; readonly isTold: boolean }
  /** As `clear`, and the writer is told. */
  | { readonly is: "unknown"; readonly isComponent: boolean };
