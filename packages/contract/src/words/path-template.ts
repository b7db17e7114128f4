/**
 * A path template, or a text with one in it, without the names of its variables: `/pets/{petId}` gives
 * `/pets/{}`. Templates that differ only in these names are equivalent (OpenAPI 3.1, Path Templating).
 */
export const eraseVariables = (template: string): string =>
  template.replaceAll(/\{[^{}]*\}/g, "{}");
