/** Where a ticket that was opened by a key begins: in the first vol of a maker, in the quantity of a taker. */
import { useEffect } from 'react'
import { useScreen, wantTicketFocus } from '../../../live/screen-state.ts'

/** For the field in which the ticket begins. */
export const beginHere = (input: HTMLInputElement | null): void => input?.setAttribute('data-ticket-begin', '')

/** The field may come later than the ticket: with the marks, or with the instruments. */
export function useTicketFocus(rfq: string): void {
  const isWanted = useScreen(({ ticketFocus }) => ticketFocus === rfq)
  useEffect(() => {
    if (!isWanted) return
    const begin = document.querySelector<HTMLElement>('[data-ticket] [data-ticket-begin]')
    const field = begin ?? document.querySelector<HTMLElement>('[data-ticket] input[data-ticket-side="buy"]')
    if (field === null) return
    wantTicketFocus(undefined)
    field.focus()
  })
}
