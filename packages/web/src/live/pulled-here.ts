/** The orders that were pulled by a press in this window, so that a screen says so, and says it of nothing else. */
const PULLS_REMEMBERED = 1_000
const pulled = new Set<string>()

/** Called before the command goes out: its effect may come before its answer. */
export function rememberPulls(ids: Iterable<string>): void {
  for (const id of ids) pulled.add(id)
  for (const oldest of pulled) {
    if (pulled.size <= PULLS_REMEMBERED) return
    pulled.delete(oldest)
  }
}

export const isPulledHere = (id: string): boolean => pulled.has(id)
