import type { Membership } from './membership.ts'

/** The label that the desk reads; a new state without one does not compile. */
export function display(membership: Membership): 'Active' | 'Suspended' | 'Removed' {
  switch (membership.state) {
    case 'ACTIVE':
      return 'Active'
    case 'SUSPENDED':
      return 'Suspended'
    case 'REMOVED':
      return 'Removed'
  }
}
