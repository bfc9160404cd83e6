import { describe, expect, it } from 'vitest'
import { spreadOrderView, spreadTapeTradeView, spreadTradeView } from '../../test/views.ts'
import type { ChannelMessage, Socket } from '../transport/client.ts'
import { orderFromFs, tapeTradeFromFs, tradeFromFs } from './from-fs.ts'
import { isAtVenue, isResting } from './order.ts'
import {
  cancelSpreadOrder,
  refusedSpreadOrderList,
  spreadOrderList,
  spreadTapeList,
  spreadTradeList,
  watchSpreadOrders,
  watchSpreadTape,
  watchSpreadTrades,
} from './spreads.ts'
import type { ModelChange } from './watch.ts'

describe('17.2 an order of a listed spread in the words of the model', () => {
  it('has its strategy in place of an RFQ, a signed price, and its times in milliseconds', () => {
    const order = orderFromFs(spreadOrderView({ expires_at: 9e9, time_in_force: 'GOOD_TILL_EXPIRES', post_only: true, label: 'a' }))
    expect(order).toMatchObject({
      ...{ id: '100000000000000011', audience: 'SPREADS', rfqId: '100000000000000007', number: undefined, kind: 'QUOTE' },
      ...{ price: '-12.5', quantity: '40000', resting: '40000', timeInForce: 'GTD', isPostOnly: true, label: 'a', baseCurrency: 'BTC' },
      ...{ createdAt: 1_000, updatedAt: 2_000, expiresAt: 9_000 },
    })
    expect(isResting(order)).toBe(true)
    expect(orderFromFs(spreadOrderView()).expiresAt).toBeUndefined()
  })

  it('17.3 a market order has no price and crosses; settled and pending quantities add up to what is agreed', () => {
    const done = { filled_amount_decimal: '10000.5', pending_fill_amount_decimal: '20000', canceled_amount_decimal: '9999.5' } as const
    const order = orderFromFs(
      spreadOrderView({
        ...{ state: 'CLOSED', type: 'MARKET', time_in_force: 'IMMEDIATE_OR_CANCEL', price: null, resting_amount_decimal: '0' },
        ...{ ...done, cancel_reason: 'NOT_FILLED_AT_ONCE', canceled_by: { name: 'Lena Fox', is_sender: false } },
      }),
    )
    expect(order).toMatchObject({
      ...{ kind: 'CROSS', price: '', timeInForce: 'IOC', filled: '10000.5', pending: '20000', agreed: '30000.5', canceled: '9999.5' },
      ...{ cancelCause: 'NOT_FILLED_AT_ONCE', canceledBy: { name: 'Lena Fox', isSender: false } },
    })
    expect(isAtVenue(order)).toBe(true)
  })
})

describe('17.6 a trade of a listed spread in the words of the model', () => {
  it('is the desk’s own with its side, and names no counterparty', () => {
    expect(tradeFromFs(spreadTradeView())).toMatchObject({
      ...{ audience: 'SPREADS', side: 'SELL', role: 'MAKER', state: 'FILLED', orderId: '100000000000000011', tapeId: '100000000000000021' },
      ...{ rfqId: '100000000000000007', strategyCode: 'FS', kind: 'FUTURE', quoteCurrency: 'USD', productCodes: ['CF'] },
      ...{ counterpartyDeskName: undefined, booking: undefined, executedAt: 3_000, filledAt: 4_000, venueTradeId: 'b-1' },
      legs: [
        { instrumentName: 'BTC-26DEC25', side: 'BUY', price: '91000' },
        { instrumentName: 'BTC-27MAR26', side: 'SELL', price: '90987.5' },
      ],
    })
    expect(tradeFromFs(spreadTradeView({ state: 'PENDING_SETTLEMENT', filled_at: 0 })).filledAt).toBeUndefined()
    expect(tradeFromFs(spreadTradeView({ state: 'REJECTED', venue_error: 'no margin' })).rejection).toBe('no margin')
    expect(tradeFromFs(spreadTradeView({ margin_type: 'LINEAR', settlement_currency: 'USDC' })).quoteCurrency).toBe('USDC')
  })

  it('8.4 has no side on the tape, and legs as the buyer of the spread has them', () => {
    const trade = tapeTradeFromFs(spreadTapeTradeView())
    expect(trade).toMatchObject({ id: '100000000000000021', audience: 'SPREADS', price: '-12.5', filledAt: 4_000 })
    expect([trade.side, ...trade.legs.map(({ side }) => side)]).toEqual([undefined, 'SELL', 'BUY'])
  })
})

it('the past of spreads is asked for in the words of their dialect', () => {
  const days = { start: 5, end: 9, pageSize: 50 }
  const asked = [spreadOrderList('CLOSED', days), spreadTradeList(days), spreadTapeList(), refusedSpreadOrderList(days)]
  expect(asked.map(({ audience, call, query }) => [audience, call.path, query])).toEqual([
    ['SPREADS', '/v1/fs/orders/', { state: 'CLOSED', page_size: 50, start: 5, end: 9 }],
    ['SPREADS', '/v1/fs/trades/', { page_size: 50, start: 5, end: 9 }],
    ['SPREADS', '/v1/fs/trade_tape/', {}],
    ['SPREADS', '/v2/refused-orders/', { flow: 'fs', page_size: 50, start: 5, end: 9 }],
  ])
  expect(spreadOrderList('OPEN').rowsOf({ results: [spreadOrderView()] })).toEqual([orderFromFs(spreadOrderView())])
})

it('an order is cancelled by its id', () => {
  const { call, input } = cancelSpreadOrder(orderFromFs(spreadOrderView()))
  expect([call.method, call.path, input.params]).toEqual(['DELETE', '/v1/fs/orders/{id}/', { id: '100000000000000011' }])
})

describe('what a program watches of spreads', () => {
  const listeners = new Map<string, (message: ChannelMessage<unknown>) => void>()
  const socket: Socket = {
    ...{ door: '/v1/fs', state: () => 'OPEN', latencyMs: () => undefined, onState: () => () => undefined },
    ...{ silentMs: () => undefined, reconnect: () => undefined, retry: () => undefined, close: () => undefined },
    subscribe: (channel, listener) => {
      listeners.set(channel, listener as (message: ChannelMessage<unknown>) => void)
      return { unsubscribe: () => void listeners.delete(channel), refresh: () => undefined }
    },
  }
  const say = (channel: string, event: 'SNAPSHOT' | 'ADDED' | 'REMOVED', data: unknown) =>
    listeners.get(channel)!({ event, data, seqGroup: 1, seqNum: 5 } as ChannelMessage<unknown>)

  it('is everything of the desk and of the tape, a new list with what is no longer in it', () => {
    const received: string[] = []
    const take = (change: ModelChange<{ readonly id: string }, 'SPREADS'>) =>
      void received.push(
        change.event === 'SNAPSHOT'
          ? `${change.audience} SNAPSHOT ${change.data.map(({ id }) => id.slice(-2)).join()} gone ${change.gone.map((id) => id.slice(-2)).join()}`
          : `${change.audience} ${change.event} ${change.data.id.slice(-2)}`,
      )
    const watched = [watchSpreadOrders(socket, take), watchSpreadTrades(socket, take), watchSpreadTape(socket, take)]
    expect([...listeners.keys()]).toEqual(['orders.ALL.ALL.ALL', 'trades.ALL.ALL.ALL', 'trade_tape.ALL.ALL.ALL'])
    say('orders.ALL.ALL.ALL', 'SNAPSHOT', [spreadOrderView()])
    say('orders.ALL.ALL.ALL', 'ADDED', spreadOrderView({ id: '100000000000000012' }))
    say('orders.ALL.ALL.ALL', 'SNAPSHOT', [spreadOrderView({ id: '100000000000000012' })])
    say('trades.ALL.ALL.ALL', 'ADDED', spreadTradeView())
    say('trade_tape.ALL.ALL.ALL', 'ADDED', spreadTapeTradeView())
    expect(received).toEqual([
      'SPREADS SNAPSHOT 11 gone ',
      'SPREADS ADDED 12',
      'SPREADS SNAPSHOT 12 gone 11',
      'SPREADS ADDED 21',
      'SPREADS ADDED 21',
    ])
    for (const one of watched) one.unsubscribe()
    expect(listeners.size).toBe(0)
  })
})
