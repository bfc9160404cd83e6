/** The focus goes to the chosen row of the main table, or its first; to the table's part of the screen while it is empty. */
export function enterTable(): void {
  const main = document.querySelector<HTMLElement>('main')
  const row = main?.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]') ?? main?.querySelector<HTMLElement>('[data-row]')
  ;(row ?? main)?.focus({ preventScroll: row === null })
}
