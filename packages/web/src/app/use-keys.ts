/** The keyboard of the whole application. Each screen adds its own keys. All of them are rows of the key table. */
import { useEffect } from 'react'
import { beginHold, releaseHold } from '../components/holding.ts'
import { isErasing, isKey, isTab, runKey, writtenBy } from '../components/key-table.ts'
import { toast } from '../components/toasts.ts'
import { eraseAhead, takeTypedAhead, typeAhead } from '../components/typed-ahead.ts'
import { isFigures, isTyping } from '../components/use-screen-keys.ts'
import { enterTable } from '../features/blotter/row/enter-table.ts'
import { pullMine, stopMe } from '../features/protection/own-stop.ts'
import { cancelReasonNow, newRfqReasonNow } from '../live/trade-reasons.ts'
import { closeDialog, openDialog, selectRfq, showChosenTicket, useScreen } from '../live/screen-state.ts'

export function useKeys(): void {
  const dialog = useScreen((state) => state.dialog)
  useEffect(() => {
    addEventListener('keydown', onEarlyKey, true)
    addEventListener('paste', onEarlyPaste, true)
    addEventListener('keydown', onKey)
    for (const press of presses) addEventListener(press, onPress, true)
    addEventListener('keyup', onKeyUp)
    addEventListener('blur', releaseHold)
    return () => {
      removeEventListener('keydown', onEarlyKey, true)
      removeEventListener('paste', onEarlyPaste, true)
      removeEventListener('keydown', onKey)
      for (const press of presses) removeEventListener(press, onPress, true)
      removeEventListener('keyup', onKeyUp)
      removeEventListener('blur', releaseHold)
    }
  }, [])
  useEffect(followFocus, [])
  // A dialog restores the focus, unless the element that had it is gone.
  useEffect(() => {
    if (dialog !== undefined) return undefined
    takeTypedAhead()
    const frame = requestAnimationFrame(keepFocus)
    return () => cancelAnimationFrame(frame)
  }, [dialog])
}

/** True from the key press that opens a dialog until the dialog is drawn. The first dialog of its kind takes as long as its code takes to load. */
const isOpening = (): boolean => useScreen.getState().dialog !== undefined && document.querySelector('dialog[open]') === null
const hasLine = (): boolean => ['new-rfq', 'palette'].includes(useScreen.getState().dialog ?? '')

/** Keys that are meant for the palette must not act on the ticket below, in which `x` cancels and `b` buys. */
function onEarlyKey(event: KeyboardEvent): void {
  if (!isOpening() || isTab(event) || isKey('commands', event)) return
  event.stopPropagation()
  if (isKey('back', event)) closeDialog()
  const text = writtenBy(event)
  if (text !== undefined || isKey('enter', event)) event.preventDefault()
  // The key that opened the dialog may still be held.
  if (!hasLine() || event.repeat) return
  if (text !== undefined) typeAhead(text)
  else if (isErasing(event)) eraseAhead()
}

function onEarlyPaste(event: ClipboardEvent): void {
  if (isOpening() && hasLine()) typeAhead(event.clipboardData?.getData('text/plain') ?? '')
}

const presses = ['keydown', 'pointerdown'] as const

/** Keys do not act on the ticket of the previous row. No tickets are built for rows that the user only passes. */
function onPress(event: KeyboardEvent | PointerEvent): void {
  const isPassing = event instanceof KeyboardEvent && (isKey('down', event) || isKey('up', event))
  if (!isPassing) showChosenTicket()
}

function onKeyUp(): void {
  releaseHold()
  keepFocus()
}

/** When an order trades, its button disappears together with the focus, without any key. Browsers send no event for that, so the page is observed. */
function followFocus(): () => void {
  let focused: Node | undefined
  const onFocus = ({ target }: FocusEvent) => void (focused = target instanceof Node ? target : undefined)
  const page = new MutationObserver(() => {
    if (focused === undefined || focused.isConnected) return
    focused = undefined
    requestAnimationFrame(keepFocus)
  })
  page.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', onFocus)
  return () => {
    page.disconnect()
    removeEventListener('focusin', onFocus)
  }
}

/** A removed part of the screen takes the focus with it. The keyboard then continues in the table. */
function keepFocus(): void {
  if (document.activeElement === document.body && document.querySelector('dialog[open]') === null) enterTable()
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const { dialog } = useScreen.getState()
  if (isKey('commands', event)) {
    event.preventDefault()
    return dialog === 'palette' ? closeDialog() : openDialog('palette')
  }
  if (dialog !== undefined) return
  // If a message is open, the key closes it and does nothing else.
  if (isKey('back', event)) return closeTicket()
  if (isTyping(event.target)) return
  const canCancel = cancelReasonNow() === undefined
  runKey(event, {
    // A held key would otherwise repeat and trigger a second time.
    buy: event.repeat ? undefined : () => focusTicket('buy'),
    sell: event.repeat ? undefined : () => focusTicket('sell'),
    pullMine: canCancel ? () => beginHold({ what: 'pullMine', by: 'KEY' }, () => void pullMine()) : undefined,
    stopMe: canCancel ? () => beginHold({ what: 'stopMe', by: 'KEY' }, () => void stopMe()) : undefined,
    ...(isFigures(event.target) ? {} : ofScreen()),
  })
}

/** A key has no place to show the reason why it does nothing. The button has. */
function openNewRfq(): void {
  const reason = newRfqReasonNow()
  if (reason === undefined) openDialog('new-rfq')
  else toast({ key: 'new-rfq', tone: 'refused', title: 'New RFQ not available', text: reason })
}

/** Keys that a number field handles itself, such as `m` for a million. */
const ofScreen = () => ({
  newRfq: openNewRfq,
  protections: () => openDialog('protections'),
  keyList: () => openDialog('keys'),
  filter: () => document.querySelector<HTMLElement>('[data-table-filter]')?.focus(),
  enterTable,
})

function closeTicket(): void {
  const { selectedRfq } = useScreen.getState()
  if (selectedRfq === undefined) return
  const row = document.querySelector<HTMLElement>(`main [data-row="${CSS.escape(selectedRfq.id)}"]`)
  selectRfq(undefined)
  if (row === null) enterTable()
  else row.focus()
}

/** The key works like a click on a button that asks first: it only asks the first time. */
function focusTicket(side: 'buy' | 'sell'): void {
  const part = document.querySelector<HTMLElement>(`[data-ticket-side="${side}"]`)
  part?.focus()
  if (part?.dataset['pressedByKey'] !== undefined) part.click()
}
