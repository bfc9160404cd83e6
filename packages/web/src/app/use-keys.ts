/** The keyboard of the whole application. A screen adds its own keys where its parts stand. */
import { useEffect } from 'react'
import { newRfqReasonNow } from '../features/protection/use-protection.ts'
import { closeDialog, openDialog, selectRfq, useScreen } from '../live/screen-state.ts'

type KeyLine = { readonly keys: readonly string[]; readonly what: string }

export const keyLines: readonly KeyLine[] = [
  { keys: ['N'], what: 'New RFQ' },
  { keys: ['Ctrl', 'Backspace'], what: 'New RFQ: clear the legs' },
  { keys: ['↑', '↓'], what: 'Through the rows of the table' },
  { keys: ['Enter'], what: 'Open the ticket of the row' },
  { keys: ['P'], what: 'Pin the row, or take the pin out' },
  { keys: ['B'], what: 'Ticket: buy' },
  { keys: ['S'], what: 'Ticket: sell' },
  { keys: ['/'], what: 'Filter the table' },
  { keys: ['M'], what: 'Protections of your desk' },
  { keys: ['Shift', 'K'], what: 'Kill switch: opens it, presses nothing' },
  { keys: ['Delete'], what: 'Open Orders: pull the row' },
  { keys: ['Space'], what: 'Open Orders, requests you quote: select the row' },
  { keys: ['Ctrl', 'Enter'], what: 'Requests you quote: quote the selected ones' },
  { keys: ['X'], what: 'Requests you quote: pull yours in the row' },
  { keys: ['A'], what: 'Row of the past, post-trade card: ask again' },
  { keys: ['C'], what: 'Row of the past, post-trade card: copy the line' },
  { keys: ['R'], what: 'Post-trade card: reverse' },
  { keys: ['H'], what: 'Post-trade card: hedge' },
  { keys: ['L'], what: 'Post-trade card: roll into the next expiry' },
  { keys: ['Ctrl', 'K'], what: 'Commands' },
  { keys: ['↑', '↓'], what: 'In a price or quantity: one step; with Shift ten' },
  { keys: ['Esc'], what: 'Close: message, dialog, ticket' },
  { keys: ['?'], what: 'This list' },
]

/** Whether keys belong to a field now. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const { dialog } = useScreen.getState()
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (dialog === 'palette') closeDialog()
        else openDialog('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || dialog !== undefined) return
      // A message would have been the nearer thing to close, and has then taken the key.
      if (event.key === 'Escape') return selectRfq(undefined)
      if (isTyping(event.target)) return
      const act = event.shiftKey && event.key === 'K' ? openKillSwitch : keyActions[event.key.toLowerCase()]
      if (act === undefined || (event.key.toLowerCase() === 'n' && newRfqReasonNow() !== undefined)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const focusTicket = (side: 'buy' | 'sell'): void => document.querySelector<HTMLElement>(`[data-ticket-side="${side}"]`)?.focus()

const openKillSwitch = (): void => openDialog('kill-switch')

const keyActions: Readonly<Record<string, () => void>> = {
  n: () => openDialog('new-rfq'),
  b: () => focusTicket('buy'),
  s: () => focusTicket('sell'),
  m: () => openDialog('protections'),
  '?': () => openDialog('keys'),
  '/': () => document.querySelector<HTMLElement>('[data-table-filter]')?.focus(),
}
