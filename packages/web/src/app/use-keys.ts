/** The keyboard of the whole application. A screen adds its own keys where its parts stand; all of them are rows of the key table. */
import { useEffect } from 'react'
import { isKey, runKey } from '../components/key-table.ts'
import { newRfqReasonNow } from '../features/protection/use-protection.ts'
import { closeDialog, openDialog, selectRfq, useScreen } from '../live/screen-state.ts'

/** Whether keys belong to a field now. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function useKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const { dialog } = useScreen.getState()
  if (isKey('commands', event)) {
    event.preventDefault()
    return dialog === 'palette' ? closeDialog() : openDialog('palette')
  }
  if (dialog !== undefined) return
  // A message would have been the nearer thing to close, and has then taken the key.
  if (isKey('back', event)) return selectRfq(undefined)
  if (isTyping(event.target)) return
  runKey(event, {
    newRfq: newRfqReasonNow() === undefined ? () => openDialog('new-rfq') : undefined,
    buy: () => focusTicket('buy'),
    sell: () => focusTicket('sell'),
    protections: () => openDialog('protections'),
    killSwitch: () => openDialog('kill-switch'),
    keyList: () => openDialog('keys'),
    filter: () => document.querySelector<HTMLElement>('[data-table-filter]')?.focus(),
  })
}

const focusTicket = (side: 'buy' | 'sell'): void => document.querySelector<HTMLElement>(`[data-ticket-side="${side}"]`)?.focus()
