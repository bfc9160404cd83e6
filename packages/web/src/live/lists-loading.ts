/** How a screen shows lists that the SDK keeps current: loading, loaded with their age if they could not be read again, or failed. */
import type { Reading } from '@parley/client'
import { report } from './report.ts'
import { type Behind, errorMessage, type Loadable } from './loadable.ts'

/** `behind` is set while loaded lists could not be read again. They stay. */
export type ListsLoading =
  | Exclude<Loadable<never>, { readonly state: 'LOADED' }>
  | { readonly state: 'LOADED'; readonly behind?: Behind | undefined }

export const listsLoading: ListsLoading = { state: 'LOADING' }

export function loadingOf({ isRead, missingSince, error }: Reading, retry: () => void): ListsLoading {
  if (isRead) {
    const behind =
      error === undefined || missingSince === undefined ? undefined : { since: missingSince, words: errorMessage(error), retry }
    return { state: 'LOADED', behind }
  }
  return error === undefined ? listsLoading : { state: 'FAILED', words: errorMessage(error), retry }
}

/** Shows how far a reader is, and reports its failures. */
export const followReading =
  (failed: string, retry: () => void, show: (loading: ListsLoading) => void) =>
  (reading: Reading): void => {
    if (reading.error !== undefined) report(failed, reading.error)
    show(loadingOf(reading, retry))
  }
