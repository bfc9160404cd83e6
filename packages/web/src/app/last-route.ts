/** The last screen of this user in this browser. It is ignored if it was saved by another user. */
import { keep, read } from '../live/browser-store.ts'

const LAST = 'last-route'
const LAST_OF = 'last-route-of'

export const lastRoute = (userId: string): string | undefined => (read(LAST_OF) === userId ? read(LAST) : undefined)

export function keepLastRoute(userId: string, path: string): void {
  keep(LAST, path)
  keep(LAST_OF, userId)
}
