/** One of each thing of the model, changed where a test or a story cares. */
import type { BookLevel, Leg, Level, Order, Rfq, TapeTrade, Trade } from '@parley/client'
import type { DirectRfq, OrderBookRfq } from '../src/live/audiences.ts'

const structure = {
  venue: 'DBT',
  kind: 'OPTION',
  baseCurrency: 'BTC',
  quoteCurrency: 'BTC',
  productCodes: ['DO'],
  strategyCode: 'CL',
  description: 'Call',
} as const

export const legOf = (change: Partial<Leg> = {}): Leg => ({
  instrumentId: 1,
  instrumentName: 'BTC-25DEC26-100000-C',
  productCode: 'DO',
  ratio: '1',
  quantity: '1',
  side: 'BUY',
  price: undefined,
  ...change,
})

const anyRfq = {
  ...structure,
  strategyDescription: '',
  legs: [legOf()],
  state: 'OPEN',
  closedReason: undefined,
  goodForMs: undefined,
  cancelCause: undefined,
  canceledBy: undefined,
  takerSide: undefined,
  createdAt: 0,
  updatedAt: 0,
  traded: false,
  declines: [],
  filled: undefined,
  pending: undefined,
  account: undefined,
  label: undefined,
  takerDeskName: undefined,
  isTakerAnonymous: false,
  similarOpen: undefined,
  lastTrade: undefined,
  part: undefined,
} as const

/** A direct RFQ. */
export const rfqOf = (change: Partial<Rfq> = {}): DirectRfq => ({
  ...anyRfq,
  id: 'r_1',
  number: undefined,
  audience: 'DIRECT',
  role: 'MAKER',
  expiresAt: 300_000,
  declinedByMe: false,
  quantity: '25',
  counterparties: [],
  groups: [],
  minBlockSize: undefined,
  quantityIncrement: undefined,
  tickSize: undefined,
  ...(change as object),
})

/** An order book. */
export const bookRfqOf = (change: Partial<Rfq> = {}): OrderBookRfq => ({
  ...anyRfq,
  id: 'g_64',
  number: 64,
  audience: 'ORDER_BOOK',
  role: undefined,
  expiresAt: undefined,
  declinedByMe: undefined,
  quantity: undefined,
  counterparties: [],
  groups: [],
  minBlockSize: '25',
  quantityIncrement: '0.1',
  tickSize: '0.0001',
  ...(change as object),
})

export const levelOf = (change: Partial<Level> = {}): Level => ({
  id: 'q_1',
  number: undefined,
  audience: 'DIRECT',
  rfqId: 'r_1',
  side: 'SELL',
  price: '0.04',
  quantity: '25',
  deskName: undefined,
  createdAt: 0,
  updatedAt: 0,
  ...change,
})

export const bookLevelOf = (change: Partial<BookLevel> = {}): BookLevel => ({
  ...levelOf(),
  isOwn: false,
  isHidden: false,
  rank: undefined,
  ...change,
})

/** A quote of which nothing has traded. */
export const orderOf = (change: Partial<Order> = {}): Order => ({
  id: 'o_1',
  number: undefined,
  audience: 'DIRECT',
  rfqId: 'r_1',
  rfqNumber: undefined,
  kind: 'QUOTE',
  state: 'OPEN',
  side: 'BUY',
  price: '0.04',
  legPrices: undefined,
  quantity: '25',
  resting: change.quantity ?? '25',
  filled: '0',
  pending: '0',
  agreed: '0',
  canceled: '0',
  cancelCause: undefined,
  canceledBy: undefined,
  unfilledReason: undefined,
  timeInForce: 'GTC',
  isPostOnly: false,
  isHidden: false,
  account: 'prop-1',
  allocations: undefined,
  clientOrderId: undefined,
  label: undefined,
  venue: 'DBT',
  baseCurrency: 'BTC',
  description: 'Call',
  legs: undefined,
  refusal: undefined,
  createdAt: 1,
  updatedAt: 1,
  expiresAt: 300_001,
  isCrossingOfQuote: false,
  ...change,
})

export const tapeTradeOf = (change: Partial<TapeTrade> = {}): TapeTrade => ({
  ...structure,
  id: 't_1',
  number: undefined,
  audience: 'DIRECT',
  rfqId: 'r_1',
  rfqNumber: undefined,
  side: 'BUY',
  price: '0.04',
  quantity: '25',
  markPrice: undefined,
  indexPrice: undefined,
  legs: [],
  executedAt: 0,
  filledAt: undefined,
  ...change,
})

export const tradeOf = (change: Partial<Trade> = {}): Trade => ({
  ...tapeTradeOf(),
  tapeId: 't_1',
  state: 'PENDING_SETTLEMENT',
  role: 'TAKER',
  orderId: undefined,
  counterpartyDeskName: undefined,
  account: 'prop-1',
  venueTradeId: undefined,
  rejection: undefined,
  venueFees: undefined,
  booking: undefined,
  ...change,
})

/** The nearer future is sold and the later one bought. */
const spreadStructure = {
  strategyCode: 'FS',
  description: 'FSpd  26 Dec 25 / 27 Mar 26',
  kind: 'FUTURE',
  productCodes: ['CF'],
  quoteCurrency: 'USD',
  audience: 'SPREADS',
  rfqId: '100000000000000007',
  rfqNumber: undefined,
} as const
const futureOf = (instrumentName: string, side: 'BUY' | 'SELL', at: string) =>
  ({ ...{ instrumentId: 2, instrumentName, productCode: 'CF', ratio: '1', quantity: '40000', side, price: at }, iv: undefined }) as const
const spreadLegs = [futureOf('BTC-26DEC25', 'SELL', '91000'), futureOf('BTC-27MAR26', 'BUY', '92132.5')]

/** An order of a listed spread of which nothing has traded. */
export const spreadOrderOf = (change: Partial<Order<'SPREADS'>> = {}): Order<'SPREADS'> => ({
  ...orderOf(),
  ...{ audience: 'SPREADS', rfqId: spreadStructure.rfqId, description: spreadStructure.description, price: '1132.5' },
  ...{ quantity: '40000', resting: change.quantity ?? '40000', expiresAt: undefined },
  ...change,
})

export const spreadTapeTradeOf = (change: Partial<TapeTrade<'SPREADS'>> = {}): TapeTrade<'SPREADS'> => ({
  ...tapeTradeOf(),
  ...spreadStructure,
  ...{ side: undefined, price: '1132.5', quantity: '40000', legs: spreadLegs },
  ...change,
})

export const spreadTradeOf = (change: Partial<Trade<'SPREADS'>> = {}): Trade<'SPREADS'> => ({
  ...tradeOf(),
  ...spreadStructure,
  ...{ price: '1132.5', quantity: '40000', legs: spreadLegs },
  ...change,
})
