/** The lines of a diagram as they are passed to the drawer. */
export interface DiagramReading {
  readonly lines: readonly string[];
  /** Lines between two nodes that will be drawn. */
  readonly connections: number;
  /** Colours, links and other decoration that is omitted. */
  readonly hasIgnored: boolean;
}

/**
 * A kind of diagram that the server draws. The drawer skips lines that it does not know. A diagram with such a line is
 * left to the island, so that no drawing shows less than was written.
 */
export interface DiagramKind {
  /** The accessible name of the drawing. */
  readonly label: string;
  readonly header: RegExp;
  /** The header in the form that the drawer expects. */
  readonly writeHeader: (header: string) => string;
  /** Lines that only decorate and are omitted. */
  readonly decoration: RegExp | null;
  /** The number of connections in a line; null for an unknown line. `depth` counts open blocks of the kind. */
  readonly readLine: (line: string, isInBlock: boolean) => LineReading | null;
}

export interface LineReading {
  readonly connections: number;
  /** 1 opens a block whose lines have another form, -1 closes it. */
  readonly block?: 1 | -1;
}
