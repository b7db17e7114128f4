/**
 * Names the window of the browser.
 *
 * @param names - the most specific part first
 */
export function nameWindow(...names: readonly string[]): void {
  document.title = [...names, "Lintel"].join(" · ");
}
