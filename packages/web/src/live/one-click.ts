/** Whether one press deals, flow by flow. It is never kept: at every sign-in, and in every new window, the first press asks. */
import type { Audience } from '@parley/client'
import { create } from 'zustand'
import { useSession } from './session.ts'

type OneClick = Readonly<Record<Audience, boolean>>
const OFF: OneClick = { DIRECT: false, ORDER_BOOK: false }

const useFlows = create<OneClick>(() => OFF)
useSession.subscribe(({ session }, before) => {
  if (session.state !== before.session.state) useFlows.setState(OFF)
})

export const useOneClickOf = (flow: Audience): boolean => useFlows((flows) => flows[flow])
export const setOneClick = (flow: Audience, isOn: boolean): void => useFlows.setState({ [flow]: isOn })

/** The flows in which one press deals now. */
export function useOneClickFlows(): readonly Audience[] {
  const direct = useOneClickOf('DIRECT')
  const book = useOneClickOf('ORDER_BOOK')
  return [...(direct ? (['DIRECT'] as const) : []), ...(book ? (['ORDER_BOOK'] as const) : [])]
}
