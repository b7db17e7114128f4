/** Control characters other than tab and line end, which neither HTML nor a terminal should get. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are replaced
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A text of the target with control characters shown as U+FFFD, and well-formed. */
export const showControls = (text: string): string =>
  text.toWellFormed().replaceAll("\r\n", "\n").replaceAll(controls, "\ufffd");
