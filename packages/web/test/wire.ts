/** Default wire objects of the trading screen. A test overrides the fields that it checks. */
import type { GroupQuoteView, GroupRfqView, OrderView, RfqView } from '@parley/contracts'

export const orderView = (change: Partial<OrderView> = {}): OrderView => ({
  ...{ id: 'o_1', rfq_id: 'r_1', state: 'OPEN', role: 'TAKER', side: 'BUY', type: 'LIMIT', time_in_force: 'FILL_OR_KILL' },
  ...{ price: '0.041', quantity: '100', filled_quantity: '0', pending_fill_quantity: '0', settled_quantity: '0', canceled_quantity: '0' },
  ...{ legs: null, account_name: 'prop-1', label: null, client_order_id: null, desk_name: 'ORRY' },
  ...{ created_at: 1_000, last_updated_at: 1_000, expires_at: 301_000, closed_reason: null, cancel_reason: null },
  ...{ venue: 'DBT', base_currency: 'BTC', strategy_code: 'CL', description: 'Call 27 Mar 26 100000' },
  ...change,
})

export const rfqView = (change: Partial<RfqView> = {}): RfqView => ({
  ...{ id: 'r_9', type: 'DRFQ', state: 'OPEN', closed_reason: null, role: 'TAKER', venue: 'DBT', kind: 'OPTION' },
  ...{ base_currency: 'BTC', quote_currency: 'BTC', clearing_currency: 'BTC', product_codes: ['DO'], strategy_code: 'CL' },
  ...{ strategy_description: 'Call', description: 'Call 27 Mar 26 100000', quantity: '30', legs: [], account_name: 'prop-1', label: null },
  ...{ counterparties: ['LIND'], groups: [], taker_desk_name: 'ORRY', is_taker_anonymous: false, side_layering_limit: 1 },
  ...{ group_signature: 'x', created_at: 1_000, expires_at: 301_000, last_updated_at: 1_000, traded: false },
  ...{ filled_quantity: '0', pending_fill_quantity: '0', declines: [], declined_by_me: false, similar_open: null },
  ...change,
})

export const bookQuoteView = (change: Partial<GroupQuoteView> = {}): GroupQuoteView => ({
  ...{ id: 77, rfq_id: 64, client_order_id: null, status: 'OPEN', side: 'BUY', price: '0.039', quantity: '25', remaining_quantity: '25' },
  ...{ pending_fill_quantity: '0', settled_quantity: '0', ioc: false, post_only: false, is_hidden: false, legs: [], account: 'prop-1' },
  order: { requested_quantity: '25', filled_quantity: '0' },
  quantities: { original: '25', filled: '0', remaining: '25', canceled: '0', completed: '0' },
  ...{ label: null, created: 1_000, last_updated: 1_000, lapses_at: 301_000, closed_reason: null, cancel_reason: null },
  ...{ venue: 'DBT', description: 'Call 27 Mar 26 100000', structure_legs: [] },
  ...change,
})

export const groupRfqView = (change: Partial<GroupRfqView> = {}): GroupRfqView => ({
  ...{ id: 64, venue: 'DBT', status: 'ACTIVE', kind: 'OPTION', base_currency: 'BTC', quote_currency: 'BTC', product_codes: ['DO'] },
  ...{ strategy_code: 'CL', strategy_description: 'Call', description: 'Call 27 Mar 26 100000', legs: [], min_block_size: '25' },
  ...{ min_order_size_increment: '0.1', min_tick_size: '0.0001', created: 1_000, latest_activity: 1_000, expires_at: 301_000 },
  ...{ last_trade: null, desk_role: null, desk_status: null, quantities: null, traded: false, declines: [] },
  ...change,
})
