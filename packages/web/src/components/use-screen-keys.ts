/** Shortcuts of a part of the screen. They work regardless of the focus, except in text fields and dialogs. */
import { useLayoutEffect, useRef } from 'react'
import { type KeyName, runKey } from './key-table.ts'

export type ScreenKeys = Readonly<Partial<Record<KeyName, (() => void) | undefined>>>

/** Whether typed letters belong to the focused element. Number fields do not use most letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isFigures(target))
}

export const isFigures = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && target.inputMode === 'decimal'

/** Ctrl with a key types nothing, and sends the ticket from any of its fields. */
const isSending = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey
const isInTicket = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('[data-ticket]') !== null

export function useScreenKeys(keys: ScreenKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  // A layout effect, so that a key works as soon as its button is painted.
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
