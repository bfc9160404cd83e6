/** The orders that were cancelled in this window, so that the screen can report exactly those as cancelled by the user. */
const PULLS_REMEMBERED = 1_000
const pulled = new Set<string>()

/** Called before the command is sent, because its effect may arrive before its response. */
export function rememberPulls(ids: Iterable<string>): void {
  for (const id of ids) pulled.add(id)
  for (const oldest of pulled) {
    if (pulled.size <= PULLS_REMEMBERED) return
    pulled.delete(oldest)
  }
}

export const isPulledHere = (id: string): boolean => pulled.has(id)
