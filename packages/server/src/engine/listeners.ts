/** Readers of what an engine publishes. */
import type { Log } from '../log/log.ts'

/** A failing listener does not stop the others. */
export function createListeners<Published>(log: Log) {
  type Listener = (published: Published) => void
  const listeners = new Set<Listener>()
  return {
    add(listener: Listener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(published: Published): void {
      for (const listener of listeners) {
        try {
          listener(published)
        } catch (error) {
          log.error({ error }, 'A notification listener failed')
        }
      }
    },
  }
}
