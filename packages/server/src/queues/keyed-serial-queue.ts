/** Work about the same thing, one piece after the other; work about different things does not wait. */
export type KeyedSerialQueue<Key> = {
  /** Begins when what came before it for this key has ended, however that went. */
  run<T>(key: Key, work: () => Promise<T>): Promise<T>
  isBusy(key: Key): boolean
  /** When everything that has come so far has ended. */
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
