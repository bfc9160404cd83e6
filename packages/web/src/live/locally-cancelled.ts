/** The orders that were cancelled in this window, so that the screen can report exactly those as cancelled by the user. */
const MOST_REMEMBERED = 1_000
const cancelled = new Set<string>()

/** Called before the command is sent, because its effect may arrive before its response. */
export function rememberCancels(ids: Iterable<string>): void {
  for (const id of ids) cancelled.add(id)
  for (const oldest of cancelled) {
    if (cancelled.size <= MOST_REMEMBERED) return
    cancelled.delete(oldest)
  }
}

export const isCancelledHere = (id: string): boolean => cancelled.has(id)
