/** The address to return to after signing in: the dashboard is a page of its own and uses the other page's sign-in. */
import { createBrowserStore } from './browser-store.ts'
import { report } from './report.ts'

const store = createBrowserStore(() => sessionStorage, report)
const KEY = 'return-to'
const DASHBOARD = /^\/dashboard\/[a-z-/]*(\?[\w=&%+-]*)?$/

/** Why a session ended on a page without its own sign-in. It is shown once, at the next sign-in. */
const ENDED = 'ended'

export const rememberEnded = (words: string): void => store.keep(ENDED, words)

export function takeEnded(): string | undefined {
  const words = store.read(ENDED)
  store.forget(ENDED)
  return words
}

export const rememberReturn = (address: string): void => store.keep(KEY, address)

/** Returned once, and only if it is one of our own addresses. */
export function takeReturn(): string | undefined {
  const address = store.read(KEY)
  store.forget(KEY)
  return address !== undefined && DASHBOARD.test(address) ? address : undefined
}
