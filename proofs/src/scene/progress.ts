/** One line of a terminal that says how far a proof is; nothing where the output is no terminal. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001B[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
}
