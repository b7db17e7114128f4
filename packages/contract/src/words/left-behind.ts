/** Whether a scan created the record that it left behind; other operations changed one. */
export const wasCreated = ({ operation }: { readonly operation: string }): boolean =>
  operation.startsWith("POST ");
