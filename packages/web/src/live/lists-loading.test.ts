import type { Reading } from '@parley/client'
import { expect, it } from 'vitest'
import { listsLoading, loadingOf } from './lists-loading.ts'

const retry = () => undefined
const error = new Error('Cannot reach the server.')
const table: readonly [string, Reading, ReturnType<typeof loadingOf>][] = [
  ['before anything was read', { isRead: false, missingSince: 5, error: undefined }, listsLoading],
  ['if nothing could be read', { isRead: false, missingSince: 5, error }, { state: 'FAILED', words: error.message, retry }],
  ['while it is current', { isRead: true, missingSince: undefined, error: undefined }, { state: 'LOADED', behind: undefined }],
  ['while it is read again', { isRead: true, missingSince: 5, error: undefined }, { state: 'LOADED', behind: undefined }],
  [
    'if it could not be read again',
    { isRead: true, missingSince: 5, error },
    { state: 'LOADED', behind: { since: 5, words: error.message, retry } },
  ],
]

it.each(table)('a list of the SDK is shown %s', (_title, reading, shown) => {
  expect(loadingOf(reading, retry)).toEqual(shown)
})
