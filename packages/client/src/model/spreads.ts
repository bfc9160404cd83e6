/**
 * Listed spreads in the types of the model: a desk's orders and trades and all settled trades, as lists and as changes. They are separate from the
 * functions of RFQs, because a spread has no RFQ, no levels and no tickets (docs/decisions/0182).
 */
import {
  outcomeCalls,
  spreadCalls,
  type RefusedOrderView,
  type SpreadOrderView,
  type SpreadTapeTradeView,
  type SpreadTradeView,
} from '@parley/contracts'
import type { Socket, Subscription } from '../transport/client.ts'
import { command, type Command } from './command.ts'
import { orderFromFs, tapeTradeFromFs, tradeFromFs } from './from-fs.ts'
import { orderFromRefused } from './from-refused.ts'
import { listing, paged, type Listing, type ListOptions } from './lists.ts'
import type { Order } from './order.ts'
import type { TapeTrade, Trade } from './trade.ts'
import { subscribe, type Listener, type Source, type WatchOptions } from './watch.ts'

type Spread = 'SPREADS'
type Period = Omit<ListOptions, 'base'>

/** The desk's own, newest first. */
export const spreadOrderList = (state: 'OPEN' | 'CLOSED', options: Period = {}): Listing<Order<Spread>> =>
  listing<SpreadOrderView, Order<Spread>>('SPREADS', spreadCalls.listOrders, { state, ...paged(options) }, orderFromFs)

/** The desk's own that were refused, newest first. */
export const refusedSpreadOrderList = (options: Period = {}): Listing<Order<Spread>> =>
  listing<RefusedOrderView, Order<Spread>>(
    'SPREADS',
    outcomeCalls.listRefusedOrders,
    { flow: 'fs', ...paged(options) },
    (view) => orderFromRefused(view) as Order<Spread>,
  )

/** The desk's own, newest first. */
export const spreadTradeList = (options: Period = {}): Listing<Trade<Spread>> =>
  listing<SpreadTradeView, Trade<Spread>>('SPREADS', spreadCalls.listTrades, paged(options), tradeFromFs)

/** All settled trades, newest first. */
export const spreadTapeList = (options: Period = {}): Listing<TapeTrade<Spread>> =>
  listing<SpreadTapeTradeView, TapeTrade<Spread>>('SPREADS', spreadCalls.listTape, paged(options), tapeTradeFromFs)

const of = <View, T>(channel: string, read: (view: View) => T): Source<T, Spread> => ({
  audience: 'SPREADS',
  channel: `${channel}.ALL.ALL.ALL`,
  read,
})

/** The desk's own, over a socket with the door `/v1/fs`. REMOVED orders have ended: they do not rest and have nothing pending. */
export const watchSpreadOrders = (
  socket: Socket,
  listener: Listener<Order<Spread>, Spread>,
  options: WatchOptions<Spread> = {},
): Subscription => subscribe(socket, of('orders', orderFromFs), listener, options)

/** The desk's own, from their agreement to the venue's answer. */
export const watchSpreadTrades = (
  socket: Socket,
  listener: Listener<Trade<Spread>, Spread>,
  options: WatchOptions<Spread> = {},
): Subscription => subscribe(socket, of('trades', tradeFromFs), listener, options)

/** All settled trades. */
export const watchSpreadTape = (
  socket: Socket,
  listener: Listener<TapeTrade<Spread>, Spread>,
  options: WatchOptions<Spread> = {},
): Subscription => subscribe(socket, { ...of('trade_tape', tapeTradeFromFs), onlyGrows: true }, listener, options)

/** Cancels the resting part. */
export const cancelSpreadOrder = ({ id }: Pick<Order<Spread>, 'id' | 'audience'>): Command<undefined> =>
  command(spreadCalls.cancelOrder, { params: { id } }, () => undefined)
