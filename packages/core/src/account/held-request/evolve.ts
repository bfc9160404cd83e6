import type { HeldRequest, HeldRequestEvent } from './held-request.ts'

/** Applies what was decided. It handles every event and checks no rule. */
export function evolve({ sender, expiresAt }: HeldRequest, event: HeldRequestEvent): HeldRequest {
  const kept = { sender, expiresAt }
  switch (event.kind) {
    case 'HeldRequestApproved':
      return { ...kept, state: 'APPROVED', by: event.by, at: event.at }
    case 'HeldRequestDeclined':
      return { ...kept, state: 'DECLINED', by: event.by, at: event.at }
    case 'HeldRequestWithdrawn':
      return { ...kept, state: 'WITHDRAWN', at: event.at }
    case 'HeldRequestCancelled':
      return { ...kept, state: 'CANCELLED', at: event.at }
    case 'HeldRequestExpired':
      return { ...kept, state: 'EXPIRED', at: event.at }
  }
}
