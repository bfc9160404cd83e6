/** Focuses the selected or first row of the main table. If it is empty, focuses the screen, and never a table below it. */
export function enterTable(): void {
  const table = document.querySelector<HTMLElement>('[data-main-table]')
  const row =
    table?.querySelector<HTMLElement>('[role="row"][tabindex="0"]') ??
    table?.querySelector<HTMLElement>('[data-row], [data-strategy][tabindex="0"]')
  const target = row ?? document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: row === null || row === undefined })
}
