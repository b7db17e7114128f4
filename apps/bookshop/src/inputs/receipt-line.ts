/** The values that a line can name. */
export type LineValues = Readonly<Record<"quantity" | "title" | "price", string>>;

/** Replaces names in double braces: `{{quantity}} × {{title}}`. Other text stays as it is. */
export const fillLine = (line: string, values: LineValues): string =>
  line.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof LineValues] : whole,
  );
