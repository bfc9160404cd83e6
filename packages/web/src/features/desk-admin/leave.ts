/** Leaving by one's own will: the next to sign in at this browser begins at the markets, not here. */
import { signOut } from '../../live/session.ts'

let isLeaving = false
export const hasLoggedOut = (): boolean => isLeaving

export function logOut(): void {
  isLeaving = true
  void signOut()
}
