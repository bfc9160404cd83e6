/** Runs a few pieces of costly work at once. The rest waits, and is refused if too much is waiting. */
export type Urgency = 'First' | 'Usual'

export type Semaphore = {
  /** Undefined, with nothing done, if too much is already waiting. `First` goes before `Usual`. */
  take<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> | undefined
}

/** `waitingMost` applies to each urgency separately, so that a crowd of one does not crowd out the other. */
export function createSemaphore({ atOnce, waitingMost }: { readonly atOnce: number; readonly waitingMost: number }): Semaphore {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { First: [], Usual: [] }
  let running = 0

  /** Finished work passes its turn to waiting work. */
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
