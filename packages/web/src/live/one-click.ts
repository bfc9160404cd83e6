/** Whether 1-click is on, by flow. It is never stored: after every sign-in, and in every new window, the first click asks. */
import type { TradingFlow } from '@parley/client'
import { create } from 'zustand'
import { useSession } from './session.ts'

type OneClick = Readonly<Record<TradingFlow, boolean>>
const OFF: OneClick = { DIRECT: false, ORDER_BOOK: false, SPREADS: false }
const flows = Object.keys(OFF) as readonly TradingFlow[]

const useFlows = create<OneClick>(() => OFF)
useSession.subscribe(({ session }, before) => {
  if (session.state !== before.session.state) useFlows.setState(OFF)
})

export const useOneClickOf = (flow: TradingFlow): boolean => useFlows((held) => held[flow])
export const setOneClick = (flow: TradingFlow, isOn: boolean): void => useFlows.setState({ [flow]: isOn })

/** The flows with 1-click on. */
export function useOneClickFlows(): readonly TradingFlow[] {
  const held = useFlows()
  return flows.filter((flow) => held[flow])
}
