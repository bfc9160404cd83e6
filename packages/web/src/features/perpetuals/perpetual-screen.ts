/** The choices of the user on the perpetuals screen, without any server data. */
import { create } from 'zustand'
import type { Margin, Order } from './model.ts'
import { type Risk, type Steps, withStep } from './risks.ts'

type PerpetualScreen = {
  readonly market: string | undefined
  /** The desk's own order that was loaded for editing. A new object for each click. */
  readonly editing: { readonly order: Order } | undefined
  /** On a phone. Elsewhere the ticket is always shown. */
  readonly isTicketShown: boolean
  /** The position of which a part is being closed, and the percentage that was asked for. A new object for each click. */
  readonly closing: { readonly market: string; readonly percent: number } | undefined
  /** The market of the position to which exits are being added. */
  readonly protecting: string | undefined
  /** The sentence on the order that the second click on Close or Flip sends. */
  readonly closingText: string | undefined
  /** Margin settings that a warning has proposed. They are applied in the ticket. */
  readonly proposed: { readonly market: string; readonly margin: Margin } | undefined
  readonly dismissed: Steps
  readonly announced: Steps
}

export const usePerpetualScreen = create<PerpetualScreen>(() => ({
  ...{ market: undefined, editing: undefined, isTicketShown: false, closing: undefined, closingText: undefined },
  ...{ proposed: undefined, protecting: undefined, dismissed: new Map(), announced: new Map() },
}))

export const chooseMarket = (market: string): void => usePerpetualScreen.setState({ market, editing: undefined, isTicketShown: false })
export const startEditing = (order: Order): void =>
  usePerpetualScreen.setState({ market: order.market, editing: { order }, isTicketShown: true })
export const showTicket = (isTicketShown: boolean): void => usePerpetualScreen.setState({ isTicketShown })

export const startClosing = (market: string, percent: number): void => usePerpetualScreen.setState({ closing: { market, percent } })
export const showClosingText = (closingText: string | undefined): void => usePerpetualScreen.setState({ closingText })
export const startProtecting = (protecting: string): void => usePerpetualScreen.setState({ protecting })
export const stopProtecting = (): void => usePerpetualScreen.setState({ protecting: undefined })
export const stopClosing = (): void => usePerpetualScreen.setState({ closing: undefined })
export const proposeMargin = (market: string, margin: Margin): void =>
  usePerpetualScreen.setState({ market, editing: undefined, isTicketShown: true, proposed: { market, margin } })
export const dismissRisk = (risk: Risk): void => usePerpetualScreen.setState(({ dismissed }) => ({ dismissed: withStep(dismissed, risk) }))
