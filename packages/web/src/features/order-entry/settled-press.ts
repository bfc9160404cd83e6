/**
 * A control that came under a resting pointer ignores clicks for half a second: it is not the control that the user aimed at (rulebook 21.9).
 */
import { type PointerEvent, useLayoutEffect, useRef } from 'react'

export const SETTLE_MS = 500

/** Whether a click is meant for the control. `cameAt` is the time at which it came under the resting pointer, in ms by the clock of `clickedAt`. */
export const isAimedAt = (cameAt: number | undefined, clickedAt: number): boolean => cameAt === undefined || clickedAt - cameAt >= SETTLE_MS

/** The last place to which the pointer has moved. */
let pointer: { readonly x: number; readonly y: number } | undefined
if (typeof document !== 'undefined')
  document.addEventListener('pointermove', ({ clientX, clientY }) => (pointer = { x: clientX, y: clientY }), {
    capture: true,
    passive: true,
  })

/**
 * Follows one control. Keys and fingers always aim: only a pointer that hovers can be met by something that moves. `meaning` is the effect
 * of the control, without figures that change all the time. A change of it under the pointer counts like a new control.
 */
export function useSettledPress(meaning = '') {
  const cameAt = useRef<number>(undefined)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    if (isOver.current) cameAt.current = performance.now()
  }, [meaning])
  return {
    onPointerEnter: ({ pointerType, clientX, clientY }: PointerEvent) => {
      const rests = pointerType === 'mouse' && pointer?.x === clientX && pointer.y === clientY
      cameAt.current = rests ? performance.now() : undefined
      isOver.current = pointerType === 'mouse'
    },
    onPointerLeave: () => {
      cameAt.current = undefined
      isOver.current = false
    },
    /** `detail` counts the clicks of a pointer. It is 0 for a key. */
    isAimed: ({ detail }: { readonly detail: number }) => detail === 0 || isAimedAt(cameAt.current, performance.now()),
  }
}
