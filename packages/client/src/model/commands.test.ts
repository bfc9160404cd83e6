import { describe, expect, it } from 'vitest'
import { groupQuoteView, orderView, rfqView } from '../../test/views.ts'
import type { Client } from '../transport/client.ts'
import type { Command } from './command.ts'
import { bookTrade } from './booking.ts'
import { createList, quoteNet, tradeList } from './list-rfq.ts'
import { orderFromDrfq } from './from-drfq.ts'
import { orderFromQuote } from './from-grfq.ts'
import { cancelOrder, cancelOrders, placeOrder, placeOrders, quoteTwoWay, replaceOrder } from './order-commands.ts'
import { cancelRfq, createRfq, declineRfq, getLevels, sendDraft } from './rfq-commands.ts'

const direct = { audience: 'DIRECT', id: 'r_1', number: undefined } as const
const book = { audience: 'ORDER_BOOK', id: 'g_7', number: 7 } as const
const legPrices = [{ instrumentId: 1, price: '0.042' }]
const terms = { side: 'SELL', quantity: '25', legPrices, account: 'prop-1' } as const
const legs = [{ instrumentId: 1, ratio: '1', side: 'BUY' }] as const
const mine = orderFromDrfq(orderView())
const quote = orderFromQuote(groupQuoteView())

/** As sent over the wire, which omits undefined members. */
const sentBy = ({ call, input }: Command<unknown>) => ({
  call: `${call.method} ${call.path}`,
  ...(JSON.parse(JSON.stringify(input)) as object),
})

const wireLegs = [{ instrument_id: 1, price: '0.042' }]
const carried: [what: string, command: Command<unknown>, sent: object][] = [
  [
    'asking makers',
    createRfq({
      audience: 'DIRECT',
      venue: 'DBT',
      legs,
      quantity: '25',
      account: 'prop-1',
      counterparties: ['KEST'],
      isTakerAnonymous: true,
    }),
    {
      call: 'POST /v2/drfq/rfqs/',
      body: {
        ...{ venue: 'DBT', quantity: '25', account_name: 'prop-1', counterparties: ['KEST'], is_taker_anonymous: true },
        legs: [{ instrument_id: 1, ratio: '1', side: 'BUY' }],
      },
    },
  ],
  [
    'opening an order book with a hedge',
    createRfq({ audience: 'ORDER_BOOK', venue: 'DBT', legs: [{ ...legs[0], price: '90000' }] }, '/v1/grfq'),
    { call: 'POST /v1/grfq/rfqs/', body: { venue: 'DBT', legs: [{ instrument_id: 1, ratio: '1', side: 'BUY', price: '90000' }] } },
  ],
  [
    'sending a list',
    createList({
      venue: 'DBT',
      name: 'Roll',
      showsSides: true,
      counterparties: ['KEST'],
      lines: [{ row: 3, side: 'SELL', quantity: '25', legs }],
    }),
    {
      call: 'POST /v2/drfq/lists/',
      body: {
        ...{ venue: 'DBT', name: 'Roll', shows_sides: true, counterparties: ['KEST'] },
        lines: [{ row: 3, side: 'SELL', quantity: '25', legs: [{ instrument_id: 1, ratio: '1', side: 'BUY' }] }],
      },
    },
  ],
  [
    'trading lines of a list',
    tradeList('l_1', { way: 'BEST_PER_LINE', limits: [{ line: 2, price: '0.02' }] }),
    { call: 'POST /v2/drfq/lists/{id}/trade/', params: { id: 'l_1' }, body: { way: 'BEST_PER_LINE', lines: [{ line: 2, price: '0.02' }] } },
  ],
  [
    'taking one maker’s offer for a list',
    tradeList('l_1', { way: 'ONE_MAKER', deskName: 'KEST', limits: [{ line: 1, price: '0.02' }] }),
    {
      call: 'POST /v2/drfq/lists/{id}/trade/',
      params: { id: 'l_1' },
      body: { way: 'ALL_OR_NONE', desk_name: 'KEST', lines: [{ line: 1, price: '0.02' }] },
    },
  ],
  [
    'taking a net price',
    tradeList('l_1', { way: 'NET_PRICE', netPriceId: 'n_1' }),
    { call: 'POST /v2/drfq/lists/{id}/trade/', params: { id: 'l_1' }, body: { way: 'ALL_OR_NONE', net_price_id: 'n_1' } },
  ],
  [
    'quoting a net price',
    quoteNet('l_1', '-0.46', 'prop-1'),
    { call: 'PUT /v2/drfq/lists/{id}/net_price/', params: { id: 'l_1' }, body: { net_price: '-0.46', account_name: 'prop-1' } },
  ],
  ['sending a draft', sendDraft(direct), { call: 'PATCH /v2/drfq/rfqs/{id}/', params: { id: 'r_1' }, body: { state: 'OPEN' } }],
  [
    'booking a trade of a direct RFQ',
    bookTrade({ audience: 'DIRECT', id: 't_1', number: undefined }, { booked: true, venueReference: 'v-1', note: 'done' }),
    { call: 'POST /v2/drfq/trades/{id}/booking/', params: { id: 't_1' }, body: { booked: true, venue_reference: 'v-1', note: 'done' } },
  ],
  [
    'a trade of an order book that cannot be booked',
    bookTrade({ audience: 'ORDER_BOOK', id: 'g_21', number: 21 }, { booked: false, reason: 'no limit' }, '/v1/grfq'),
    { call: 'POST /v1/grfq/trades/{id}/booking/', params: { id: 21 }, body: { booked: false, reason: 'no limit' } },
  ],
  ['cancelling an RFQ', cancelRfq(direct), { call: 'DELETE /v2/drfq/rfqs/{id}/', params: { id: 'r_1' } }],
  [
    'declining a direct RFQ',
    declineRfq(direct, { reason: 'SIZE', text: 'Too large' }),
    { call: 'POST /v2/drfq/rfqs/{id}/decline/', params: { id: 'r_1' }, body: { reason: 'SIZE', text: 'Too large' } },
  ],
  [
    'declining an order book',
    declineRfq(book, { reason: 'SIZE' }),
    { call: 'POST /v1/ob/rfqs/{id}/decline/', params: { id: 7 }, body: { reason: 'SIZE' } },
  ],
  ['reading a book', getLevels(book, '/v1/grfq'), { call: 'GET /v1/grfq/rfqs/{id}/quotes/', params: { id: 7 } }],
  [
    'quoting a direct RFQ',
    placeOrder(direct, { ...terms, isHidden: true, clientOrderId: 'mine' }),
    {
      call: 'POST /v2/drfq/orders/',
      body: {
        ...{ rfq_id: 'r_1', side: 'SELL', quantity: '25', legs: wireLegs, account_name: 'prop-1' },
        ...{ type: 'HIDDEN', client_order_id: 'mine' },
      },
    },
  ],
  [
    'crossing in a direct RFQ',
    placeOrder(direct, {
      side: 'BUY',
      quantity: '25',
      price: '0.042',
      timeInForce: 'FOK',
      allocations: [{ account: 'a', quantity: '25' }],
    }),
    {
      call: 'POST /v2/drfq/orders/',
      body: {
        ...{ rfq_id: 'r_1', side: 'BUY', quantity: '25', price: '0.042', time_in_force: 'FILL_OR_KILL' },
        allocations: [{ account_name: 'a', quantity: '25' }],
      },
    },
  ],
  [
    'quoting in an order book',
    placeOrder(book, { ...terms, isPostOnly: true, timeInForce: 'GTC' }),
    {
      call: 'POST /v1/ob/rfqs/{id}/quotes/',
      params: { id: 7 },
      body: { side: 'SELL', quantity: '25', legs: wireLegs, account: 'prop-1', post_only: true, ioc: false },
    },
  ],
  [
    'taking from an order book for several accounts, whole or not at all',
    placeOrder(book, { side: 'BUY', quantity: '25', legPrices, timeInForce: 'FOK', allocations: [{ account: 'a', quantity: '25' }] }),
    {
      call: 'POST /v1/ob/rfqs/{id}/quotes/',
      params: { id: 7 },
      body: { side: 'BUY', quantity: '25', legs: wireLegs, ioc: true, allocations: [{ account_name: 'a', quantity: '25' }] },
    },
  ],
  [
    'replacing a direct order',
    replaceOrder(mine, { legPrices }),
    { call: 'PUT /v2/drfq/orders/{id}/', params: { id: 'o_1' }, body: { legs: wireLegs } },
  ],
  [
    'replacing a quote',
    replaceOrder(quote, { quantity: '50', isHidden: false }, '/v1/grfq'),
    { call: 'PUT /v1/grfq/rfqs/{id}/quotes/{quote_id}/', params: { id: 7, quote_id: 11 }, body: { quantity: '50', is_hidden: false } },
  ],
  [
    'a batch of direct orders',
    placeOrders('DIRECT', [
      { rfq: direct, terms },
      { order: mine, changes: { legPrices } },
    ]),
    {
      call: 'POST /v2/drfq/orders/batch/',
      body: {
        orders: [
          { rfq_id: 'r_1', side: 'SELL', quantity: '25', legs: wireLegs, account_name: 'prop-1' },
          { order_id: 'o_1', legs: wireLegs },
        ],
      },
    },
  ],
  [
    'both sides of a direct quote or neither',
    quoteTwoWay('DIRECT', [
      { rfq: direct, terms },
      { order: mine, changes: { legPrices } },
    ]),
    {
      call: 'POST /v2/drfq/orders/batch/',
      body: {
        orders: [
          { rfq_id: 'r_1', side: 'SELL', quantity: '25', legs: wireLegs, account_name: 'prop-1' },
          { order_id: 'o_1', legs: wireLegs },
        ],
        two_way: true,
      },
    },
  ],
  [
    'a batch of quotes',
    placeOrders('ORDER_BOOK', [
      { rfq: book, terms },
      { order: quote, changes: { legPrices, quantity: '50' } },
    ]),
    {
      call: 'POST /v1/ob/quotes/batch/',
      body: {
        quotes: [
          { rfq_id: 7, side: 'SELL', quantity: '25', legs: wireLegs, account: 'prop-1' },
          { rfq_id: 7, quote_id: 11, quantity: '50', legs: wireLegs },
        ],
      },
    },
  ],
  ['cancelling a direct order', cancelOrder(mine), { call: 'DELETE /v2/drfq/orders/{id}/', params: { id: 'o_1' } }],
  ['cancelling a quote', cancelOrder(quote), { call: 'DELETE /v1/ob/quotes/{id}/', params: { id: 11 } }],
  [
    'cancelling a side of all direct RFQs of a currency',
    cancelOrders({ audience: 'DIRECT', side: 'BUY', baseCurrency: 'BTC' }),
    { call: 'DELETE /v2/drfq/orders/', query: { side: 'BUY', base_currency: 'BTC' } },
  ],
  [
    'cancelling the quotes of the lines of a list',
    cancelOrders({ audience: 'DIRECT', listId: 'l_1' }),
    { call: 'DELETE /v2/drfq/orders/', query: { list_id: 'l_1' } },
  ],
  [
    'cancelling what has a label in an order book',
    cancelOrders({ audience: 'ORDER_BOOK', rfq: book, label: 'hedge' }),
    { call: 'DELETE /v1/ob/quotes/', query: { rfq_id: 7, label: 'hedge' } },
  ],
]

describe('a command of the model', () => {
  it.each(carried)('is the published call: %s', (_, command, sent) => {
    expect(sentBy(command)).toEqual(sent)
  })

  it.each([
    ['IOC in a direct RFQ', () => placeOrder(direct, { ...terms, timeInForce: 'IOC' }), 'GTC and FOK'],
    ['post-only in a direct RFQ', () => placeOrder(direct, { ...terms, isPostOnly: true }), 'post-only'],
    ['all or none for one account in an order book', () => placeOrder(book, { ...terms, timeInForce: 'FOK' }), 'GTC and IOC'],
    ['a mass cancel by label in direct RFQs', () => cancelOrders({ audience: 'DIRECT', label: 'hedge' }), 'label'],
    [
      'a mass cancel of one audience in an RFQ of another',
      () => cancelOrders({ audience: 'DIRECT', rfq: book }),
      'not of that market model',
    ],
    ['a mass cancel of a list in an order book', () => cancelOrders({ audience: 'ORDER_BOOK', listId: 'l_1' }), 'no lists'],
    ['a text with the decline of an order book', () => declineRfq(book, { reason: 'SIZE', text: 'no' }), 'text is not accepted'],
    ['the end of an order book', () => cancelRfq(book), 'ends by itself'],
  ])('is never sent without what its dialect has no word for: %s', (_, make, words) => {
    expect(make).toThrow(words)
  })

  it('5.25 is given its latest time when it is sent, in every line of a batch, unless the order has one of its own', async () => {
    const bodies: unknown[] = []
    const stop = new Error('sent')
    const client = {
      call: async (_: unknown, { body }: { readonly body?: unknown }) => {
        bodies.push(body)
        throw stop
      },
    } as unknown as Client
    const own = { rfq: direct, terms: { ...terms, notAfter: 5 } } as const
    const sent = [
      placeOrder(direct, terms),
      replaceOrder(quote, { quantity: '50' }),
      placeOrders('DIRECT', [{ rfq: direct, terms }, own]),
      cancelRfq(direct),
    ]
    for (const one of sent) await expect(one.send(client, { notAfter: 9 })).rejects.toBe(stop)
    expect(bodies).toMatchObject([{ not_after: 9 }, { not_after: 9 }, { orders: [{ not_after: 9 }, { not_after: 5 }] }, undefined])
  })

  it('answers in words of the model, and goes out with its key', async () => {
    const inputs: unknown[] = []
    const client = {
      call: async (_: unknown, input: unknown) => {
        inputs.push(input)
        return rfqView()
      },
    } as unknown as Client
    expect(await sendDraft(direct).send(client, { idempotencyKey: 'once' })).toMatchObject({ id: 'r_1', audience: 'DIRECT', state: 'OPEN' })
    expect(inputs).toEqual([{ params: { id: 'r_1' }, body: { state: 'OPEN' }, idempotencyKey: 'once' }])
  })
})
