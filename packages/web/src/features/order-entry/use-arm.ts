/** The first click of a trade, which waits for the second for four seconds or until Escape. Only one side waits at a time. */
import { useCallback, useEffect, useState } from 'react'
import { isKey } from '../../components/key-table.ts'
import { type FirstPress, type Offered, press, pressState, pressText } from './trade-press.ts'

export const ARMED_MS = 4_000

export function useArm() {
  const [asked, setAsked] = useState<FirstPress>()
  const disarm = useCallback(() => setAsked(undefined), [])
  useEffect(() => {
    if (asked === undefined) return
    const over = setTimeout(disarm, ARMED_MS)
    const onKey = (event: KeyboardEvent) => {
      if (!isKey('back', event) || event.defaultPrevented) return
      // Escape disarms the button first, and the ticket stays open.
      event.preventDefault()
      disarm()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(over)
      document.removeEventListener('keydown', onKey)
    }
  }, [asked, disarm])
  return {
    asked,
    stateOf: (now: Offered) => pressState(asked, now),
    wordsOf: (now: Offered) => pressText(asked, now),
    arm: (now: Offered) => setAsked({ offered: now, worse: undefined }),
    press: (now: Offered, clicks: 'ONE' | 'TWO', deal: () => void) => {
      const then = press(asked, now, clicks)
      setAsked(then === 'DEAL' ? undefined : then)
      if (then === 'DEAL') deal()
    },
  }
}

export type Arm = ReturnType<typeof useArm>

/** One of the actions of an object, which waits for its second click for four seconds. If `subject` changes, it is asked again. */
export function useArmed<Action>(subject: unknown) {
  const [armed, arm] = useState<Action>()
  useEffect(() => arm(undefined), [subject])
  useEffect(() => {
    if (armed === undefined) return
    const over = setTimeout(() => arm(undefined), ARMED_MS)
    return () => clearTimeout(over)
  }, [armed])
  return [armed, arm] as const
}
