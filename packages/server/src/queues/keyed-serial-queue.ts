/** Runs work with the same key one after the other. Work with different keys does not wait. */
export type KeyedSerialQueue<Key> = {
  /** Starts when the previous work for this key has ended, successfully or not. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>
  isBusy(key: Key): boolean
  /** Resolves when all work submitted so far has ended. */
  settled(): Promise<void>
}

export function createKeyedSerialQueue<Key>(): KeyedSerialQueue<Key> {
  const last = new Map<Key, Promise<unknown>>()
  return {
    run(key, work) {
      const done = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, done)
      const leave = () => void (last.get(key) === done && last.delete(key))
      done.then(leave, leave)
      return done
    },
    isBusy: (key) => last.has(key),
    async settled() {
      await Promise.allSettled([...last.values()])
    },
  }
}
