/** Saves the latest of many changes: once, some time after the last one, and never two at a time. */
export type Saver<T> = {
  readonly later: (value: T) => void
  /** Saves pending changes immediately, so that closing the page loses nothing. */
  readonly now: () => void
  readonly forget: () => void
}

export function createSaver<T>(save: (value: T) => Promise<void>, waitMs: number): Saver<T> {
  let waiting: { readonly value: T; readonly timer: ReturnType<typeof setTimeout> } | undefined
  let saved: Promise<void> = Promise.resolve()
  const now = () => {
    if (waiting === undefined) return
    const { value, timer } = waiting
    clearTimeout(timer)
    waiting = undefined
    saved = saved.then(() => save(value))
  }
  const forget = () => {
    clearTimeout(waiting?.timer)
    waiting = undefined
  }
  const later = (value: T) => {
    forget()
    waiting = { value, timer: setTimeout(now, waitMs) }
  }
  return { later, now, forget }
}
