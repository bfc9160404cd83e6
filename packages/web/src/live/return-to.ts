/** Where somebody wanted to be when they had to sign in first: the dashboard is a page of its own, and signing in is the other one's. */
const KEY = 'return-to'
const DASHBOARD = /^\/dashboard\/[a-z-/]*(\?[\w=&%+-]*)?$/

export const rememberReturn = (address: string): void => sessionStorage.setItem(KEY, address)

/** Once; and never an address that is not ours. */
export function takeReturn(): string | undefined {
  const address = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return address !== null && DASHBOARD.test(address) ? address : undefined
}
