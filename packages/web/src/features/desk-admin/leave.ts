/** Signs out. The next user of this browser starts at the markets, not here. */
import { signOut } from '../../live/session.ts'

let isLeaving = false
export const hasLoggedOut = (): boolean => isLeaving

export function logOut(): void {
  isLeaving = true
  void signOut()
}
