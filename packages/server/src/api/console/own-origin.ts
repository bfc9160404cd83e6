import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request comes from the console's own page, or from a program, which has no origin. Browsers report the site of the page that asks, and a page
 * cannot change it. Those on plain http report the origin only.
 */
export function isOwnOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
