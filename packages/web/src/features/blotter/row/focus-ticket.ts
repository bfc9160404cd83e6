import { showChosenTicket, wantTicketFocus } from '../../../live/screen-state.ts'
import type { RfqRow } from './rfq-rows.ts'

/** Once the ticket of the row stands there: in its first field, where it has one. */
export function focusTicket({ rfq }: Pick<RfqRow, 'rfq'>): void {
  showChosenTicket()
  if (rfq.audience === 'DIRECT' && rfq.state === 'OPEN') wantTicketFocus(rfq.id)
  queueMicrotask(() => {
    if (document.activeElement?.closest('[data-ticket]') != null) return
    const [first] = ['input', 'button'].flatMap((part) => document.querySelector<HTMLElement>(`[data-ticket] ${part}`) ?? [])
    first?.focus()
  })
}
