/** Something without which no screen stands: read after the sign-in, and again until it has been read once. */
import { wordsOf } from './loadable.ts'

export type FirstReading<Data> = {
  /** Undefined until it has been read. */
  readonly data?: Data | undefined
  /** Set while the last reading has failed: its words, and the way to try at once. */
  readonly failed?: { readonly words: string; readonly retry: () => void } | undefined
}

const AGAIN_MS = 3_000

/** After a failure it is tried again by itself. The answer stops it and forgets what was read. */
export function createFirstReading<Data>(read: () => Promise<Data>, become: (state: FirstReading<Data>) => void): () => void {
  let isLeft = false
  let again: ReturnType<typeof setTimeout> | undefined
  const load = (): void => {
    clearTimeout(again)
    read().then(
      (data) => {
        if (!isLeft) become({ data, failed: undefined })
      },
      (error: unknown) => {
        if (isLeft) return
        become({ failed: { words: wordsOf(error), retry: load } })
        again = setTimeout(load, AGAIN_MS)
      },
    )
  }
  load()
  return () => {
    isLeft = true
    clearTimeout(again)
    become({ data: undefined, failed: undefined })
  }
}
