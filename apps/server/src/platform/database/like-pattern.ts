/** The pattern of LIKE for texts that contain a text, whose own wildcards are escaped. */
export const likeAnywhere = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
