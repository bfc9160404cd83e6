/** Marks come one by one and go on in batches; of two marks of one instrument only the newer is worth passing on. */
import type { Mark } from '@parley/core'

/** Marks wait this long for company before the listener is called. */
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
