/** Keys of a part of the screen that hold wherever the focus is, but for text that is typed and for dialogs. */
import { useLayoutEffect, useRef } from 'react'
import { type KeyName, runKey } from './key-table.ts'

export type ScreenKeys = Readonly<Partial<Record<KeyName, (() => void) | undefined>>>

/** Whether letters belong to what has the focus. A field of figures has no use for most of them. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isFigures(target))
}

export const isFigures = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.inputMode === 'decimal'

/** Ctrl with a key writes nothing, and sends a ticket from any field of its own. */
const isSending = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey
const isInTicket = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('[data-ticket]') !== null

export function useScreenKeys(keys: ScreenKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  // With the screen that shows them: a key answers from the moment that its button is painted.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open], [role=menu]') !== null) return
      if (isTyping(event.target) && !(isSending(event) && isInTicket(event.target))) return
      runKey(event, latest.current)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
