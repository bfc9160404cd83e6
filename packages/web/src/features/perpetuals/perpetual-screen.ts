/** The choices of the user on the perpetuals screen, without any server data. */
import { create } from 'zustand'
import type { Order } from './model.ts'

type PerpetualScreen = {
  readonly market: string | undefined
  /** An own order that was loaded for editing. A new object for each click. */
  readonly takenUp: { readonly order: Order } | undefined
}

export const usePerpetualScreen = create<PerpetualScreen>(() => ({ market: undefined, takenUp: undefined }))

export const chooseMarket = (market: string): void => usePerpetualScreen.setState({ market, takenUp: undefined })
export const takeUp = (order: Order): void => usePerpetualScreen.setState({ market: order.market, takenUp: { order } })
