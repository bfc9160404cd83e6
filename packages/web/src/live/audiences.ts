/** The differences between the kinds of RFQ on the screens, as data. */
import type { Audience, Rfq, Role, TradingFlow } from '@parley/client'
import type { VenueCode } from '@parley/core'

export type AudienceLook = {
  readonly name: string
  /** In a sentence: `In direct RFQs: 2 bids …`. */
  readonly inAll: string
  /** The name of the other side of a trade if it is anonymous. */
  readonly unnamed: string
  /** Next to the title of a ticket. */
  readonly ticketWord: string | undefined
  /** Next to the structure: the taker, or the index. */
  readonly headAside: 'TAKER' | 'INDEX'
  readonly loading: string
  /** Shown instead of a ticket whose RFQ is gone. */
  readonly gone: { readonly title: string; readonly text: string }
  /** A closed RFQ stays in the table for a moment. An order book leaves it immediately. */
  readonly endedRows: 'STAY' | 'LEAVE'
  /** Closed orders stay with a short-lived RFQ. An order book lives days longer than its orders. */
  readonly closedOrders: 'STAY_WITH_RFQ' | 'LEAVE'
  /** The quantity that counts as filled: only settled, or also agreed for an order book, which continues during settlement. */
  readonly filled: 'SETTLED' | 'AGREED'
  /** Whether the desk can see the rank of its quotes. */
  readonly showsRank: boolean
  /** The net position is shown if a desk can trade repeatedly in an RFQ. */
  readonly showsPosition: boolean
  /** Whether a message about a trade names the other desk, or calls it anonymous. */
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
    gone: { title: 'RFQ no longer listed', text: 'Closed RFQs are in RFQ History.' },
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
      text: 'Its legs expired, or it had no quotes for a day. Its trades are in Trade History.',
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

/** The texts for each flow in the lists of orders and trades. */
export const flowLook: Readonly<Record<TradingFlow, Pick<AudienceLook, 'name' | 'inAll' | 'unnamed' | 'filled'>>> = {
  ...audienceLook,
  SPREADS: { name: 'Spreads', inAll: 'In spreads', unnamed: 'Anonymous', filled: 'AGREED' },
}
export const tradingFlows = Object.keys(flowLook) as readonly TradingFlow[]

/** One taker asks named makers for a quantity, and it ends within minutes. */
export type DirectRfq = Rfq & {
  readonly audience: 'DIRECT'
  readonly venue: VenueCode
  readonly role: Role
  readonly quantity: string
  readonly expiresAt: number
}
/** All desks trade with each other, in any quantity from the minimum block. */
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
