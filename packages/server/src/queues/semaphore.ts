/** Work that costs memory and threads, a few at once; the rest waits, and is turned away when too many wait. */
export type Urgency = 'First' | 'Usual'

export type Semaphore = {
  /** Undefined, and nothing done, where too many wait already. `First` goes before whatever is `Usual`. */
  take<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> | undefined
}

/** `waitingMost` holds for each urgency by itself: a crowd of the one kind does not turn the other away. */
export function createSemaphore({ atOnce, waitingMost }: { readonly atOnce: number; readonly waitingMost: number }): Semaphore {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { First: [], Usual: [] }
  let running = 0

  /** A turn passes from who has finished to who waits. */
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
