/** Lets the same message through once a minute: a problem that a bot reports every second needs only one line. */
const PAUSE_MS = 60_000
const REMEMBERED = 200

export function onceAMinute(report: (sentence: string) => void, now: () => number = Date.now): (sentence: string) => void {
  const reportedAt = new Map<string, number>()
  return (sentence) => {
    const at = now()
    if (at - (reportedAt.get(sentence) ?? -Infinity) < PAUSE_MS) return
    reportedAt.delete(sentence)
    if (reportedAt.size >= REMEMBERED) reportedAt.delete(reportedAt.keys().next().value!)
    reportedAt.set(sentence, at)
    report(sentence)
  }
}
