/** The first focus of a ticket that was opened by a shortcut: a maker's first vol, or a taker's quantity. */
import { useEffect } from 'react'
import { useScreen, wantTicketFocus } from '../../../live/screen-state.ts'

/** For the field in which the ticket starts. */
export const beginHere = (input: HTMLInputElement | null): void => input?.setAttribute('data-ticket-begin', '')

const begin = '[data-ticket-begin]'
const bid = 'input[data-ticket-side="buy"]'

/** The field may appear after the ticket, with the marks or the instruments. A key press or click before that keeps the focus where it is. */
export function useTicketFocus(rfq: string, beginsIn: 'VOL' | 'FIELD'): void {
  const isWanted = useScreen(({ ticketFocus }) => ticketFocus === rfq)
  useEffect(() => {
    if (!isWanted) return
    const inTicket = (part: string) => document.querySelector<HTMLElement>(`[data-ticket] ${part}`)
    const field = inTicket(begin) ?? (beginsIn === 'FIELD' ? inTicket(bid) : null)
    if (field === null) return
    wantTicketFocus(undefined)
    field.focus()
  })
  useEffect(() => {
    if (!isWanted) return
    const waiting = new AbortController()
    const keep = () => wantTicketFocus(undefined)
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, keep, { capture: true, signal: waiting.signal })
    return () => waiting.abort()
  }, [isWanted])
}
