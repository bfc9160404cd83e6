/** How a screen shows lists that the SDK keeps current: loading, loaded with their age if they could not be read again, or failed. */
import type { Reading } from '@parley/client'
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
