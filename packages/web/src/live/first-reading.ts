/** Data without which no screen can be shown: loaded after sign-in, and retried until it has succeeded. */
import { errorMessage } from './loadable.ts'

export type FirstReading<Data> = {
  /** Undefined until it has been loaded. */
  readonly data?: Data | undefined
  /** Set while the last attempt has failed: its message, and a function to retry immediately. */
  readonly failed?: { readonly words: string; readonly retry: () => void } | undefined
}

const AGAIN_MS = 3_000

/** Retries automatically after a failure. The returned function stops it and discards the data. */
export function createFirstReading<Data>(read: () => Promise<Data>, setReading: (state: FirstReading<Data>) => void): () => void {
  let isLeft = false
  let again: ReturnType<typeof setTimeout> | undefined
  const load = (): void => {
    clearTimeout(again)
    read().then(
      (data) => {
        if (!isLeft) setReading({ data, failed: undefined })
      },
      (error: unknown) => {
        if (isLeft) return
        setReading({ failed: { words: errorMessage(error), retry: load } })
        again = setTimeout(load, AGAIN_MS)
      },
    )
  }
  load()
  return () => {
    isLeft = true
    clearTimeout(again)
    setReading({ data: undefined, failed: undefined })
  }
}
