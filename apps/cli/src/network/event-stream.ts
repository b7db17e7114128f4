/**
 * Reads the data of server-sent events out of a text that comes in pieces (HTML, "Interpreting an event
 * stream"). Comments, which keep the line open, and the fields beside `data` are dropped; an event that
 * the text ends in the middle of is none.
 *
 * @param take is handed the data of each event, in their order.
 * @returns takes the next piece.
 */
export function createEventReader(take: (data: string) => void): (piece: string) => void {
  let rest = "";
  let data: string[] = [];
  const takeLine = (line: string): void => {
    if (line !== "") {
      const field = /^data(?:: ?(.*))?$/s.exec(line);
      if (field !== null) data.push(field[1] ?? "");
      return;
    }
    if (data.length > 0) take(data.join("\n"));
    data = [];
  };
  return (piece) => {
    // A carriage return at the end may be half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    lines.forEach(takeLine);
  };
}
