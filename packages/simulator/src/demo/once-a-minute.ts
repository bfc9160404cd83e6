/** Lets the same sentence through once a minute: what happens to a bot every second is worth one line. */
const PAUSE_MS = 60_000
const REMEMBERED = 200

export function onceAMinute(tell: (sentence: string) => void, now: () => number = Date.now): (sentence: string) => void {
  const toldAt = new Map<string, number>()
  return (sentence) => {
    const at = now()
    if (at - (toldAt.get(sentence) ?? -Infinity) < PAUSE_MS) return
    toldAt.delete(sentence)
    if (toldAt.size >= REMEMBERED) toldAt.delete(toldAt.keys().next().value!)
    toldAt.set(sentence, at)
    tell(sentence)
  }
}
