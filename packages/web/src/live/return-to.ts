/** Where somebody wanted to be when they had to sign in first: the dashboard is a page of its own, and signing in is the other one's. */
import { createBrowserStore } from './browser-store.ts'
import { report } from './report.ts'

const store = createBrowserStore(() => sessionStorage, report)
const KEY = 'return-to'
const DASHBOARD = /^\/dashboard\/[a-z-/]*(\?[\w=&%+-]*)?$/

/** Why a session ended on a page that has no sign-in of its own; said once, where one signs in again. */
const ENDED = 'ended'

export const rememberEnded = (words: string): void => store.keep(ENDED, words)

export function takeEnded(): string | undefined {
  const words = store.read(ENDED)
  store.forget(ENDED)
  return words
}

export const rememberReturn = (address: string): void => store.keep(KEY, address)

/** Once; and never an address that is not ours. */
export function takeReturn(): string | undefined {
  const address = store.read(KEY)
  store.forget(KEY)
  return address !== undefined && DASHBOARD.test(address) ? address : undefined
}
