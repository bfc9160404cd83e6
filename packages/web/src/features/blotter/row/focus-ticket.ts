import { showChosenTicket, wantTicketFocus } from '../../../live/screen-state.ts'
import type { RfqRow } from './rfq-rows.ts'

/** Focuses the first field of the row's ticket once the ticket is open. */
export function focusTicket({ rfq }: Pick<RfqRow, 'rfq'>): void {
  showChosenTicket()
  if (rfq.audience === 'DIRECT' && rfq.state === 'OPEN') wantTicketFocus(rfq.id)
  queueMicrotask(() => {
    if (document.activeElement?.closest('[data-ticket]') != null) return
    const [first] = ['input', 'button'].flatMap((part) => document.querySelector<HTMLElement>(`[data-ticket] ${part}`) ?? [])
    first?.focus()
  })
}
