/** A template that cannot be compiled or rendered. */
export class TemplateError extends Error {
  override name = "TemplateError";
}

/** A `{{name}}` for which no layer has a value. */
export class MissingVariableError extends TemplateError {
  override readonly name = "MissingVariableError";
  readonly variable: string;
  constructor(variable: string) {
    super(`{{${variable}}} has no value`);
    this.variable = variable;
  }
}
