/**
 * Heartbeats at the multiples of their interval, so that all connections of a program send theirs at the same moment. The program is woken once for all
 * of them, and so is the server that receives them.
 */

/** Calls `beat` every `everyMs` milliseconds, for the first time after at most one interval. Returns how to stop. */
export function beatInStep(everyMs: number, beat: () => void): () => void {
  let repeating: ReturnType<typeof setInterval> | undefined
  const first = setTimeout(
    () => {
      repeating = setInterval(beat, everyMs)
      beat()
    },
    everyMs - (performance.now() % everyMs),
  )
  return () => {
    clearTimeout(first)
    clearInterval(repeating)
  }
}
