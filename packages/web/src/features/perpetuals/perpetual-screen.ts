/** The choices of a person among the perpetuals; nothing of the server's. */
import { create } from 'zustand'
import type { Order } from './model.ts'

type PerpetualScreen = {
  readonly market: string | undefined
  /** An own order that was taken up to be changed, anew with each press. */
  readonly takenUp: { readonly order: Order } | undefined
}

export const usePerpetualScreen = create<PerpetualScreen>(() => ({ market: undefined, takenUp: undefined }))

export const chooseMarket = (market: string): void => usePerpetualScreen.setState({ market, takenUp: undefined })
export const takeUp = (order: Order): void => usePerpetualScreen.setState({ market: order.market, takenUp: { order } })
