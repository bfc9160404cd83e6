/** The keyboard of the whole application. A screen adds its own keys where its parts stand; all of them are rows of the key table. */
import { useEffect } from 'react'
import { beginHold, letGo } from '../components/holding.ts'
import { isErasing, isKey, isTab, runKey, writtenBy } from '../components/key-table.ts'
import { toast } from '../components/toasts.ts'
import { eraseAhead, takeTypedAhead, typeAhead } from '../components/typed-ahead.ts'
import { isFigures, isTyping } from '../components/use-screen-keys.ts'
import { enterTable } from '../features/blotter/row/enter-table.ts'
import { pullMine, stopMe } from '../features/protection/own-stop.ts'
import { cancelReasonNow, newRfqReasonNow } from '../features/protection/use-protection.ts'
import { closeDialog, openDialog, selectRfq, showChosenTicket, useScreen } from '../live/screen-state.ts'

export function useKeys(): void {
  const dialog = useScreen((state) => state.dialog)
  useEffect(() => {
    addEventListener('keydown', onEarlyKey, true)
    addEventListener('paste', onEarlyPaste, true)
    addEventListener('keydown', onKey)
    for (const press of presses) addEventListener(press, onPress, true)
    addEventListener('keyup', onKeyUp)
    addEventListener('blur', letGo)
    return () => {
      removeEventListener('keydown', onEarlyKey, true)
      removeEventListener('paste', onEarlyPaste, true)
      removeEventListener('keydown', onKey)
      for (const press of presses) removeEventListener(press, onPress, true)
      removeEventListener('keyup', onKeyUp)
      removeEventListener('blur', letGo)
    }
  }, [])
  useEffect(followFocus, [])
  // A dialog gives the focus back, unless the element that had it is gone.
  useEffect(() => {
    if (dialog !== undefined) return undefined
    takeTypedAhead()
    const frame = requestAnimationFrame(keepFocus)
    return () => cancelAnimationFrame(frame)
  }, [dialog])
}

/** From the press that opens a dialog until the dialog stands, which for the first of its kind is as long as its code is on its way. */
const isOpening = (): boolean => useScreen.getState().dialog !== undefined && document.querySelector('dialog[open]') === null
const hasLine = (): boolean => ['new-rfq', 'palette'].includes(useScreen.getState().dialog ?? '')

/** Letters for a line that is on its way are no keys of the ticket below: there `x` pulls and `b` buys. */
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

/** Nothing is pressed in the ticket of the row before. Going on through the rows builds no ticket for those that are passed. */
function onPress(event: KeyboardEvent | PointerEvent): void {
  const isPassing = event instanceof KeyboardEvent && (isKey('down', event) || isKey('up', event))
  if (!isPassing) showChosenTicket()
}

function onKeyUp(): void {
  letGo()
  keepFocus()
}

/** A dealt order takes its button away without any key, and the focus with it. The browser says nothing of that, so the page is watched. */
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

/** A part of the screen that went away takes the focus with it; the keyboard goes on in the table. */
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
  // A message would have been the nearer thing to close, and has then taken the key.
  if (isKey('back', event)) return closeTicket()
  if (isTyping(event.target)) return
  const canCancel = cancelReasonNow() === undefined
  runKey(event, {
    // A key that is held would press a second time by itself.
    buy: event.repeat ? undefined : () => focusTicket('buy'),
    sell: event.repeat ? undefined : () => focusTicket('sell'),
    pullMine: canCancel ? () => beginHold({ what: 'pullMine', by: 'KEY' }, () => void pullMine()) : undefined,
    stopMe: canCancel ? () => beginHold({ what: 'stopMe', by: 'KEY' }, () => void stopMe()) : undefined,
    ...(isFigures(event.target) ? {} : ofScreen()),
  })
}

/** A key has no place to say why it does nothing, as the button has. */
function openNewRfq(): void {
  const reason = newRfqReasonNow()
  if (reason === undefined) openDialog('new-rfq')
  else toast({ key: 'new-rfq', tone: 'refused', title: 'New RFQ not available', text: reason })
}

/** The keys that a field of figures reads itself, `m` as a million among them. */
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

/** A button that deals with two presses is pressed by the key as well: the first press only asks. */
function focusTicket(side: 'buy' | 'sell'): void {
  const part = document.querySelector<HTMLElement>(`[data-ticket-side="${side}"]`)
  part?.focus()
  if (part?.dataset['pressedByKey'] !== undefined) part.click()
}
