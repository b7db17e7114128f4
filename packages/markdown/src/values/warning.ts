/** Why a part of a rendered page is doubtful. */
export type WarningCode =
  | "FRONT_MATTER_INVALID"
  | "FRONT_MATTER_KEY_UNKNOWN"
  | "FRONT_MATTER_VALUE_INVALID"
  | "HTML_SHOWN_AS_TEXT"
  | "HTML_DROPPED"
  | "COMPONENT_UNKNOWN"
  | "EXPRESSION_LEFT_OUT"
  | "CONTAINER_UNKNOWN"
  | "CONTAINER_UNCLOSED"
  | "TAB_OUTSIDE_TABS"
  | "HEADING_ID_TAKEN"
  | "FOOTNOTE_UNUSED"
  | "LINK_UNRESOLVED"
  | "LINK_REFUSED"
  | "IMAGE_UNRESOLVED"
  | "IMAGE_REFUSED"
  | "IMAGE_WITHOUT_TEXT"
  | "EMBED_UNRESOLVED"
  | "CODE_LANGUAGE_UNKNOWN"
  | "CODE_NOT_COLOURED"
  | "DIAGRAM_NOT_DRAWN"
  | "DIAGRAM_STYLE_IGNORED"
  | "LIMIT_REACHED";

/** A warning with its line in the file, counted from 1, front matter included. */
export interface PageWarning {
  readonly code: WarningCode;
  readonly message: string;
  readonly line: number;
}
