/** Runs a few pieces of costly work at once; the rest waits, and is refused when too many wait. */
export type Urgency = 'First' | 'Usual'

export type Semaphore = {
  /** Undefined, with nothing done, if too many wait already. `First` goes before `Usual`. */
  take<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> | undefined
}

/** `waitingMost` counts each urgency by itself, so that a crowd of one does not crowd out the other. */
export function createSemaphore({ atOnce, waitingMost }: { readonly atOnce: number; readonly waitingMost: number }): Semaphore {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { First: [], Usual: [] }
  let running = 0

  /** A finished piece of work passes its turn to a waiting one. */
  const pass = () => {
    const next = waiting.First.shift() ?? waiting.Usual.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    take(urgency, work) {
      if (running < atOnce) {
        running += 1
        return work().finally(pass)
      }
      const queue = waiting[urgency]
      if (queue.length >= waitingMost) return undefined
      return new Promise<void>((resolve) => queue.push(resolve)).then(work).finally(pass)
    },
  }
}
