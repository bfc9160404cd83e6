import type { DeskId } from '../../ids.ts'
import type { Approval } from './approval.ts'

/** The label shown to the viewing desk. A new state without a label does not compile. */
export function display(approval: Approval, viewer: DeskId): 'Not connected' | 'Waiting for them' | 'Waiting for you' | 'Connected' {
  switch (approval.state) {
    case 'STRANGERS':
      return 'Not connected'
    case 'ASKED':
      return approval.by === viewer ? 'Waiting for them' : 'Waiting for you'
    case 'APPROVED':
      return 'Connected'
  }
}
