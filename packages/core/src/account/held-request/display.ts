import type { HeldRequest } from './held-request.ts'

/** The label of a state. A new state without a label does not compile. */
export function display(state: HeldRequest['state']): string {
  switch (state) {
    case 'HELD':
      return 'Waiting for approval'
    case 'APPROVED':
      return 'Approved'
    case 'DECLINED':
      return 'Declined'
    case 'WITHDRAWN':
      return 'Withdrawn'
    case 'CANCELLED':
      return 'Cancelled'
    case 'EXPIRED':
      return 'Expired'
  }
}
