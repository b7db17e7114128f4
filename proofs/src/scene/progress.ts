/** One line of a terminal with the progress of a proof; nothing if the output is not a terminal. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001B[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[2K");
}
