import type { Membership } from './membership.ts'

/** The words the desk reads; a new state without words does not compile. */
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
