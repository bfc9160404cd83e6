/** The published entities for tests, one of each, changed where a test needs it. */
import type {
  BlockTradeView,
  BookQuoteView,
  GroupOrderView,
  GroupQuoteView,
  GroupRfqView,
  GroupTradeView,
  OrderView,
  RfqOrderView,
  RfqView,
  SpreadOrderView,
  SpreadTapeTradeView,
  SpreadTradeView,
} from '@parley/contracts'

const structure = {
  venue: 'DBT',
  kind: 'OPTION',
  base_currency: 'BTC',
  quote_currency: 'BTC',
  product_codes: ['DO'],
  strategy_code: 'CL',
  strategy_description: 'Call',
  description: 'Call 25 Dec 26 100000',
} as const

export const rfqView = (change: Partial<RfqView> = {}): RfqView => ({
  ...structure,
  product_codes: ['DO'],
  id: 'r_1',
  type: 'DRFQ',
  state: 'OPEN',
  closed_reason: null,
  role: 'TAKER',
  clearing_currency: 'BTC',
  quantity: '25',
  legs: [
    {
      instrument_id: 1,
      instrument_name: 'BTC-25DEC26-100000-C',
      product_code: 'DO',
      ratio: '1',
      quantity: '25',
      side: 'BUY',
      price: null,
    },
  ],
  account_name: 'prop-1',
  label: null,
  counterparties: ['KEST'],
  groups: [],
  taker_desk_name: 'ORRY',
  is_taker_anonymous: false,
  side_layering_limit: 1,
  group_signature: 'x',
  created_at: 1_000,
  expires_at: 301_000,
  last_updated_at: 2_000,
  traded: false,
  filled_quantity: '0',
  pending_fill_quantity: '0',
  declines: [],
  declined_by_me: false,
  similar_open: null,
  ...change,
})

export const orderView = (change: Partial<OrderView> = {}): OrderView => ({
  id: 'o_1',
  rfq_id: 'r_1',
  state: 'OPEN',
  role: 'MAKER',
  side: 'SELL',
  type: 'LIMIT',
  time_in_force: 'GOOD_TILL_CANCELED',
  price: '0.042',
  quantity: '25',
  filled_quantity: '0',
  pending_fill_quantity: '0',
  settled_quantity: '0',
  canceled_quantity: '0',
  legs: [{ instrument_id: 1, instrument_name: 'BTC-25DEC26-100000-C', price: '0.042' }],
  account_name: 'prop-1',
  label: null,
  client_order_id: null,
  desk_name: 'KEST',
  created_at: 1_000,
  last_updated_at: 2_000,
  expires_at: 301_000,
  closed_reason: null,
  cancel_reason: null,
  venue: 'DBT',
  base_currency: 'BTC',
  strategy_code: 'CL',
  description: structure.description,
  ...change,
})

export const rfqOrderView = (change: Partial<RfqOrderView> = {}): RfqOrderView => ({
  ...{ id: 'o_1', rfq_id: 'r_1', side: 'SELL', price: '0.042', quantity: '25', desk_name: 'KEST', role: 'MAKER' },
  ...{ created_at: 1_000, last_updated_at: 1_000, expires_at: 301_000 },
  ...change,
})

export const blockTradeView = (change: Partial<BlockTradeView> = {}): BlockTradeView => ({
  ...structure,
  product_codes: ['DO'],
  id: 't_1',
  rfq_id: 'r_1',
  order_id: 'o_1',
  state: 'PENDING_SETTLEMENT',
  role: 'TAKER',
  side: 'BUY',
  price: '0.042',
  quantity: '25',
  mark_price: '0.0415',
  index_price: null,
  counterparty_desk_name: 'KEST',
  account_name: 'prop-1',
  legs: [],
  venue_trade_id: null,
  rejection: null,
  executed_at: 3_000,
  filled_at: null,
  tape_id: 't_9',
  ...change,
})

export const groupRfqView = (change: Partial<GroupRfqView> = {}): GroupRfqView => ({
  ...structure,
  product_codes: ['DO'],
  id: 7,
  status: 'ACTIVE',
  legs: [
    {
      instrument: 'BTC-25DEC26-100000-C',
      instrument_name: 'BTC-25DEC26-100000-C',
      instrument_id: 1,
      product_code: 'DO',
      ratio: '1',
      quantity: '25',
      side: 'BUY',
    },
  ],
  min_block_size: '25',
  min_order_size_increment: '0.1',
  min_tick_size: '0.0001',
  created: 1_000,
  latest_activity: 2_000,
  expires_at: 9_000,
  last_trade: null,
  desk_role: null,
  desk_status: null,
  quantities: null,
  traded: false,
  declines: [],
  ...change,
})

export const groupQuoteView = (change: Partial<GroupQuoteView> = {}): GroupQuoteView => ({
  id: 11,
  rfq_id: 7,
  client_order_id: null,
  status: 'OPEN',
  side: 'SELL',
  price: '0.042',
  quantity: '100',
  remaining_quantity: '100',
  pending_fill_quantity: '0',
  settled_quantity: '0',
  ioc: false,
  post_only: true,
  is_hidden: false,
  order: { requested_quantity: '100', filled_quantity: '0' },
  quantities: { original: '100', filled: '0', remaining: '100', canceled: '0', completed: '0' },
  legs: [{ instrument: 'BTC-25DEC26-100000-C', instrument_id: 1, price: '0.042' }],
  account: 'prop-1',
  label: null,
  created: 1_000,
  last_updated: 2_000,
  lapses_at: 9_000,
  closed_reason: null,
  cancel_reason: null,
  venue: 'DBT',
  description: structure.description,
  ...change,
})

export const groupOrderView = (change: Partial<GroupOrderView> = {}): GroupOrderView => ({
  ...{ id: 12, rfq_id: 7, client_order_id: null, quote_id: null, status: 'OPEN', execution_side: 'BUY', limit_price: '0.042' },
  ...{
    quantity: '50',
    requested_quantity: '50',
    filled_quantity: '12.5',
    settled_quantity: '12.5',
    pending_fill_quantity: '25',
    canceled_quantity: '12.5',
  },
  ...{ cancel_reason: 'NOT_FILLED_AT_ONCE', account: 'prop-1', created: 1_000, venue: 'DBT', description: structure.description },
  ...change,
})

export const bookQuoteView = (change: Partial<BookQuoteView> = {}): BookQuoteView => ({
  ...{ id: 11, rfq_id: 7, status: 'OPEN', side: 'SELL', price: '0.042', quantity: '25', remaining_quantity: '25' },
  ...{ created: 1_000, lapses_at: 9_000 },
  ...change,
})

export const groupTradeView = (change: Partial<GroupTradeView> = {}): GroupTradeView => ({
  ...{ id: 21, rfq_id: 7, order_id: 12, quote_id: 12, status: 'PENDING', role: 'TAKER', side: 'BUY', price: '0.042', quantity: '25' },
  ...{ mark_price: null, index_price: null, venue: 'DBT', base_currency: 'BTC', quote_currency: 'BTC', product_codes: ['DO'] },
  ...{ strategy_code: 'CL', description: structure.description, account: 'prop-1', legs: [], venue_trade_id: null, venue_error: null },
  ...{ executed_at: 3_000, filled_at: null },
  ...change,
})

const NS_PER_MS = 1_000_000
const spread = {
  strategy_id: '100000000000000007',
  venue: 'DBT',
  kind: 'FUTURE',
  margin_type: 'INVERSE',
  base_currency: 'BTC',
  settlement_currency: 'BTC',
  description: 'FSpd  26 Dec 25 / 27 Mar 26',
} as const

/** It rests in full. */
export const spreadOrderView = (change: Partial<SpreadOrderView> = {}): SpreadOrderView => ({
  ...spread,
  id: '100000000000000011',
  state: 'OPEN',
  side: 'BUY',
  type: 'LIMIT',
  time_in_force: 'GOOD_TILL_CANCELED',
  price: '-12.5',
  ...{ amount: 40_000, amount_decimal: '40000', resting_amount: 40_000, resting_amount_decimal: '40000' },
  ...{ filled_amount: 0, filled_amount_decimal: '0', pending_fill_amount: 0, pending_fill_amount_decimal: '0' },
  ...{ canceled_amount: 0, canceled_amount_decimal: '0' },
  post_only: false,
  label: null,
  account_name: 'prop-1',
  cancel_reason: null,
  created_at: 1_000 * NS_PER_MS,
  expires_at: 0,
  last_updated: 2_000 * NS_PER_MS,
  ...change,
})

const spreadFigures = {
  ...{ price: '-12.5', amount: 40_000, amount_decimal: '40000', mark_price: '-12', index_price: '90000' },
  ...{ executed_at: 3_000 * NS_PER_MS, filled_at: 4_000 * NS_PER_MS, last_updated: 4_000 * NS_PER_MS },
} as const
const nearLeg = { instrument_id: 2, instrument_name: 'BTC-26DEC25', product_code: 'CF', price: '91000', quantity: '40000' } as const
const farLeg = { instrument_id: 3, instrument_name: 'BTC-27MAR26', product_code: 'CF', price: '90987.5', quantity: '40000' } as const

/** Sold, so that the nearer leg is bought. */
export const spreadTradeView = (change: Partial<SpreadTradeView> = {}): SpreadTradeView => ({
  ...spread,
  ...spreadFigures,
  id: '100000000000000021',
  order_id: '100000000000000011',
  state: 'FILLED',
  role: 'MAKER',
  side: 'SELL',
  account_name: 'prop-1',
  legs: [
    { ...nearLeg, side: 'BUY' },
    { ...farLeg, side: 'SELL' },
  ],
  venue_trade_id: 'b-1',
  venue_error: null,
  ...change,
})

export const spreadTapeTradeView = (change: Partial<SpreadTapeTradeView> = {}): SpreadTapeTradeView => ({
  ...spread,
  ...spreadFigures,
  id: '100000000000000021',
  state: 'FILLED',
  legs: [nearLeg, farLeg],
  ...change,
})
