/**
 * Reads the data of server-sent events from a text that arrives in pieces (HTML, "Interpreting an event stream").
 * Comments, which keep the connection open, and fields other than `data` are dropped, as is an incomplete event at the
 * end.
 *
 * @param take receives the data of each event, in order.
 * @returns a function that accepts the next piece.
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
    // A carriage return at the end may be half of a line break.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    lines.forEach(takeLine);
  };
}
