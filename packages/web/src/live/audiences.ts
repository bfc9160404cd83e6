/** The differences between audiences of an RFQ that the screens know, as data. */
import type { Audience, Rfq, Role, TradingFlow } from '@parley/client'
import type { VenueCode } from '@parley/core'

export type AudienceLook = {
  readonly name: string
  /** In a sentence: `In direct RFQs: 2 bids …`. */
  readonly inAll: string
  /** The other side of a trade, where it has no name. */
  readonly unnamed: string
  /** Beside the title of a ticket. */
  readonly ticketWord: string | undefined
  /** Beside the structure: who asks, or what the market does meanwhile. */
  readonly headAside: 'TAKER' | 'INDEX'
  readonly loading: string
  /** In place of a ticket whose RFQ nobody shows any more. */
  readonly gone: { readonly title: string; readonly text: string }
  /** An ended RFQ stays in the table for a moment; an order book leaves it at once. */
  readonly endedRows: 'STAY' | 'LEAVE'
  /** Closed orders are read with their RFQ while it is short-lived; an order book outlives them by days. */
  readonly closedOrders: 'STAY_WITH_RFQ' | 'LEAVE'
  /** The quantity that counts as filled: settled only, or agreed too, because an order book goes on meanwhile. */
  readonly filled: 'SETTLED' | 'AGREED'
  /** Whether the desk sees how its resting quotes stand among the others'. */
  readonly showsRank: boolean
  /** Bought less sold is shown where one trades in an RFQ again and again. */
  readonly showsPosition: boolean
  /** Whether a message about a trade names the other desk, or says that it has no name. */
  readonly namesInNotices: boolean
}

export const audienceLook: Readonly<Record<Audience, AudienceLook>> = {
  DIRECT: {
    name: 'Direct',
    inAll: 'In direct RFQs',
    unnamed: 'Anonymous',
    ticketWord: undefined,
    headAside: 'TAKER',
    loading: 'Loading the RFQ',
    gone: { title: 'This RFQ has left the table', text: 'Closed RFQs are in RFQ History.' },
    endedRows: 'STAY',
    closedOrders: 'STAY_WITH_RFQ',
    filled: 'SETTLED',
    showsRank: false,
    showsPosition: false,
    namesInNotices: true,
  },
  ORDER_BOOK: {
    name: 'Order book',
    inAll: 'In the order book',
    unnamed: 'Order book',
    ticketWord: 'Order book',
    headAside: 'INDEX',
    loading: 'Loading the market',
    gone: {
      title: 'This market has ended',
      text: 'Its legs have expired, or nobody quoted in it for a day. Trades of it are in Trade History.',
    },
    endedRows: 'LEAVE',
    closedOrders: 'LEAVE',
    filled: 'AGREED',
    showsRank: true,
    showsPosition: true,
    namesInNotices: false,
  },
}

export const audiences = Object.keys(audienceLook) as readonly Audience[]

/** The words of each flow in the lists of orders and trades. */
export const flowLook: Readonly<Record<TradingFlow, Pick<AudienceLook, 'name' | 'inAll' | 'unnamed' | 'filled'>>> = {
  ...audienceLook,
  SPREADS: { name: 'Spreads', inAll: 'In spreads', unnamed: 'Anonymous', filled: 'AGREED' },
}
export const tradingFlows = Object.keys(flowLook) as readonly TradingFlow[]

/** One taker asks named makers for a quantity, and it is over in minutes. */
export type DirectRfq = Rfq & {
  readonly audience: 'DIRECT'
  readonly venue: VenueCode
  readonly role: Role
  readonly quantity: string
  readonly expiresAt: number
}
/** Everybody meets everybody, in any quantity from the minimum block. */
export type OrderBookRfq = Rfq & {
  readonly audience: 'ORDER_BOOK'
  readonly venue: VenueCode
  readonly number: number
  readonly minBlockSize: string
  readonly quantityIncrement: string
  readonly tickSize: string
}
export const isDirect = (rfq: Rfq): rfq is DirectRfq => rfq.audience === 'DIRECT'
export const isOrderBook = (rfq: Rfq): rfq is OrderBookRfq => rfq.audience === 'ORDER_BOOK'
