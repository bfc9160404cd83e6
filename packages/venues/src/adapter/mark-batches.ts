/** Collects marks and passes them on in batches. If an instrument has two marks in a batch, only the newer one is kept. */
import type { Mark } from '@parley/core'

/** How long marks are collected before the listener is called. */
const FLUSH_MS = 100

export interface MarkBatches {
  add(mark: Mark): void
  close(): void
}

export function createMarkBatches(emit: (marks: readonly Mark[]) => void): MarkBatches {
  const waiting = new Map<number, Mark>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    timer = undefined
    const batch = [...waiting.values()]
    waiting.clear()
    emit(batch)
  }
  return {
    add: (mark) => {
      waiting.set(mark.instrumentId, mark)
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    close: () => clearTimeout(timer),
  }
}
