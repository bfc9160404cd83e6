/** Reads data over REST until it is complete: again after a failure, and whenever it is asked to. A reading that another has overtaken changes nothing. */

export type Reading = {
  /** Whether there is something to show. It stays, however often a later reading fails. */
  readonly isRead: boolean
  /** The server's time since which changes may be missing, ms. Undefined while nothing is missing. */
  readonly missingSince: number | undefined
  /** The reason why the last reading failed. Undefined after one that succeeded. */
  readonly error: unknown
}

/** One attempt. */
export type Attempt = {
  /** False once a later attempt has begun or the reader was stopped. The data of this one is outdated then. */
  readonly isCurrent: () => boolean
  /** The first part has been read and can be shown. */
  readonly show: () => void
}

export type ReaderOptions = {
  /** Rejects if something could not be read. */
  readonly read: (attempt: Attempt) => Promise<void>
  /** The server's time, ms. */
  readonly now: () => number
  readonly againMs: number
  /** Whether no other attempt would help after this error. */
  readonly isFinal?: ((error: unknown) => boolean) | undefined
  /** Whether an attempt can succeed now. If not, the reader waits until it is asked to read. */
  readonly canRead?: () => boolean
  readonly onChange?: (reading: Reading) => void
}

/** Reads the newest pages of a list, and gives each row to `take` when its page arrives. Returns the rows. An outdated attempt ends. */
export async function readRows<Row>(
  pages: AsyncIterable<{ readonly results: readonly Row[] }>,
  most: number,
  isCurrent: () => boolean,
  take: (row: Row) => unknown = () => undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let read = 0
  for await (const { results } of pages) {
    if (!isCurrent()) break
    results.forEach(take)
    rows.push(...results)
    if ((read += 1) >= most) break
  }
  return rows
}

export interface Reader {
  reading(): Reading
  read(): void
  /** Like `read`, for a user who asks for it: an error that is shown instead of the data is forgotten at once. */
  retry(): void
  /** Changes may be missing from now on. */
  lose(): void
  /** Ends the attempt in progress and its repetition, until `read` is called again. */
  stop(): void
}

export function createReader({
  read,
  now,
  againMs,
  isFinal = () => false,
  canRead = () => true,
  onChange = () => undefined,
}: ReaderOptions): Reader {
  let reading: Reading = { isRead: false, missingSince: undefined, error: undefined }
  let attempts = 0
  let again: ReturnType<typeof setTimeout> | undefined
  const become = (changes: Partial<Reading>): void => onChange((reading = { ...reading, ...changes }))
  const lose = (): void => {
    if (reading.missingSince === undefined) become({ missingSince: now() })
  }
  const attempt = (): void => {
    clearTimeout(again)
    const mine = (attempts += 1)
    const isCurrent = (): boolean => mine === attempts
    lose()
    read({ isCurrent, show: () => isCurrent() && !reading.isRead && become({ isRead: true }) }).then(
      () => isCurrent() && become({ isRead: true, missingSince: undefined, error: undefined }),
      (error: unknown) => {
        if (!isCurrent()) return
        become({ error })
        if (!isFinal(error)) again = setTimeout(() => isCurrent() && canRead() && attempt(), againMs)
      },
    )
  }
  return {
    reading: () => reading,
    read: attempt,
    retry: () => {
      if (!reading.isRead) become({ error: undefined })
      attempt()
    },
    lose,
    stop: () => {
      clearTimeout(again)
      attempts += 1
    },
  }
}
