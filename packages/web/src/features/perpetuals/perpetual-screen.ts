/** The choices of the user on the perpetuals screen, without any server data. */
import { create } from 'zustand'
import type { Order } from './model.ts'

type PerpetualScreen = {
  readonly market: string | undefined
  /** The desk's own order that was loaded for editing. A new object for each click. */
  readonly editing: { readonly order: Order } | undefined
  /** On a phone. Elsewhere the ticket is always shown. */
  readonly isTicketShown: boolean
}

export const usePerpetualScreen = create<PerpetualScreen>(() => ({ market: undefined, editing: undefined, isTicketShown: false }))

export const chooseMarket = (market: string): void => usePerpetualScreen.setState({ market, editing: undefined, isTicketShown: false })
export const startEditing = (order: Order): void => usePerpetualScreen.setState({ market: order.market, editing: { order } })
export const showTicket = (isTicketShown: boolean): void => usePerpetualScreen.setState({ isTicketShown })
