/** A diagram's lines as they are handed on to be drawn. */
export interface DiagramReading {
  readonly lines: readonly string[];
  /** Lines between two nodes that will be drawn. */
  readonly connections: number;
  /** Colours, links and the like that are left out. */
  readonly hasIgnored: boolean;
}

/**
 * A kind of diagram that is drawn here. The drawer passes over lines that it does not know; a diagram with one is left
 * to the island, so that nothing is drawn that says less than was written.
 */
export interface DiagramKind {
  /** How the drawing is called to those who cannot see it. */
  readonly label: string;
  readonly header: RegExp;
  /** The header as the drawer knows it. */
  readonly writeHeader: (header: string) => string;
  /** Lines that only decorate, and are left out. */
  readonly decoration: RegExp | null;
  /** Connections of a line; null for a line that is not understood. `depth` counts open blocks of the kind. */
  readonly readLine: (line: string, isInBlock: boolean) => LineReading | null;
}

export interface LineReading {
  readonly connections: number;
  /** 1 opens a block of lines of another form, -1 closes it. */
  readonly block?: 1 | -1;
}
