/** A valid request for each trading write of a desk, and another valid body. */
import type { Bot } from './bot.ts'
import type { Floor } from './floor.ts'
import type { Base, OrderBookFloor, Market } from './order-book-floor.ts'

export type Write = {
  readonly by: Bot
  readonly path: string
  readonly body?: object
  /** Another request under the same key: another body, or another query if there is no body. */
  readonly other?: object
}
export type Writes = Readonly<Record<string, () => Promise<Write>>>

const spacious = { timeout: 600_000 }

export function directWrites(floor: Floor): Writes {
  const { taker, maker, option } = floor
  const legs = [{ instrument_id: option.id, ratio: '1', side: 'BUY' }]
  const asked = { venue: 'DBT', quantity: '25', legs, counterparties: ['LIND'] }
  const quoteOf = (rfq_id: string, ticks: number) => ({ rfq_id, side: 'BUY', quantity: '25', account_name: 'prop-1', legs: [{ instrument_id: option.id, price: floor.priceAt(ticks) }] }) // prettier-ignore
  const resting = async () => {
    const rfq = await floor.ask({ quantity: '100' })
    return { rfq, order: await floor.quote(rfq.id, 'BUY', floor.priceAt(-9)) }
  }
  const priced = (ticks: number) => ({ bid_price: floor.priceAt(ticks), legs })
  return {
    'POST /v2/drfq/rfqs/': async () => ({ by: taker, path: '/v2/drfq/rfqs/', body: asked, other: { ...asked, quantity: '50' } }),
    'PATCH /v2/drfq/rfqs/{id}/': async () => {
      const draft = await floor.ask({ state: 'DRAFT' })
      return { by: taker, path: `/v2/drfq/rfqs/${draft.id}/`, body: { state: 'OPEN' }, other: { state: 'OPEN', more: 1 } }
    },
    'DELETE /v2/drfq/rfqs/{id}/': async () => ({ by: taker, path: `/v2/drfq/rfqs/${(await floor.ask()).id}/` }),
    'POST /v2/drfq/rfqs/{id}/decline/': async () => {
      const { id } = await floor.ask()
      return { by: maker, path: `/v2/drfq/rfqs/${id}/decline/`, body: { reason: 'SIZE' }, other: { reason: 'RISK' } }
    },
    'POST /v2/drfq/orders/': async () => {
      const { id } = await floor.ask()
      return { by: maker, path: '/v2/drfq/orders/', body: quoteOf(id, -9), other: quoteOf(id, -8) }
    },
    'PUT /v2/drfq/orders/{id}/': async () => {
      const { order } = await resting()
      return { by: maker, path: `/v2/drfq/orders/${order.id}/`, body: { quantity: '50' }, other: { quantity: '75' } }
    },
    'POST /v2/drfq/orders/batch/': async () => {
      const { rfq, order } = await resting()
      const orders = [{ order_id: order.id, quantity: '50' }, quoteOf(rfq.id, -9), quoteOf((await floor.ask()).id, -9)]
      return { by: maker, path: '/v2/drfq/orders/batch/', body: { orders }, other: { orders: [...orders, quoteOf(rfq.id, -7)] } }
    },
    'DELETE /v2/drfq/orders/{id}/': async () => ({ by: maker, path: `/v2/drfq/orders/${(await resting()).order.id}/` }),
    'DELETE /v2/drfq/orders/': async () => ({ by: maker, path: `/v2/drfq/orders/?rfq_id=${(await resting()).rfq.id}` }),
    'POST /v2/drfq/echo/': async () => ({ by: taker, path: '/v2/drfq/echo/', body: { said: 1 }, other: { said: 2 } }),
    'POST /v2/drfq/pricing/': async () => ({ by: taker, path: '/v2/drfq/pricing/', body: priced(-1), other: priced(-2) }),
    'PATCH /v2/drfq/mmp/status/': async () => ({ by: maker, path: '/v2/drfq/mmp/status/', body: { rate_limit_hit: false }, other: {} }),
  }
}

export function groupWrites(floor: OrderBookFloor, base: Base): Writes {
  const { taker, maker } = floor
  const quoteOf = (market: Market, ticks: number, more: object = {}) => ({ account: 'prop-1', side: 'BUY', quantity: '25', legs: [{ instrument: market.option.name, price: market.priceAt(ticks) }], ...more }) // prettier-ignore
  const resting = async () => {
    const market = await floor.market()
    await floor.calm()
    return { market, quote: await floor.rest(maker, market, 'BUY', -9) }
  }
  const at = (path: string, of: (market: Market) => Omit<Write, 'path'>) => async (): Promise<Write> => {
    const market = await floor.market()
    await floor.calm()
    return { path: `${base}/rfqs/${market.id}/${path}`, ...of(market) }
  }
  const named = { venue: 'DBT', legs: [{ instrument: floor.option.name, ratio: '1', side: 'BUY' }] }
  const pricing = (ticks: number) => ({ ...named, bid_price: floor.priceAt(ticks) })
  const calls: Writes = {
    [`POST ${base}/rfqs/`]: async () => ({ by: taker, path: `${base}/rfqs/`, body: named, other: { ...named, legs: [{ ...named.legs[0], side: 'SELL' }] } }), // prettier-ignore
    [`POST ${base}/pricing/`]: async () => ({ by: taker, path: `${base}/pricing/`, body: pricing(-1), other: pricing(-2) }),
    [`PATCH ${base}/mmp/status/`]: async () => ({ by: maker, path: `${base}/mmp/status/`, body: { rate_limit_hit: false }, other: {} }),
    [`POST ${base}/rfqs/{id}/quotes/`]: at('quotes/', (market) => ({ by: maker, body: quoteOf(market, -9, { client_order_id: `mine ${market.id} ${base}` }), other: quoteOf(market, -8) })), // prettier-ignore
    [`POST ${base}/rfqs/{id}/decline/`]: at('decline/', () => ({ by: maker, body: { reason: 'SIZE' }, other: { reason: 'RISK' } })),
    [`PUT ${base}/rfqs/{id}/quotes/{quote_id}/`]: async () => {
      const { market, quote } = await resting()
      return { by: maker, path: `${base}/rfqs/${market.id}/quotes/${quote.id}/`, body: quoteOf(market, -8), other: quoteOf(market, -7) }
    },
    [`PATCH ${base}/rfqs/{id}/quotes/`]: at('quotes/', (market) => ({ by: maker, body: quoteOf(market, -9), other: quoteOf(market, -8) })),
    [`POST ${base}/quotes/batch/`]: async () => {
      const { market, quote } = await resting()
      const quotes = [
        { rfq_id: market.id, quote_id: quote.id, ...quoteOf(market, -8) },
        { rfq_id: market.id, ...quoteOf(market, -9) },
      ]
      return { by: maker, path: `${base}/quotes/batch/`, body: { quotes }, other: { quotes: quotes.slice(0, 1) } }
    },
    [`DELETE ${base}/quotes/{id}/`]: async () => ({ by: maker, path: `${base}/quotes/${(await resting()).quote.id}/` }),
    [`DELETE ${base}/quotes/`]: async () => ({ by: maker, path: `${base}/quotes/?rfq_id=${(await resting()).market.id}` }),
  }
  if (base === '/v1/ob') return calls
  const take = (market: Market, quantity: string) => ({
    account: 'prop-1',
    limit_price: market.priceAt(-20),
    quantity,
    execution_side: 'BUY',
  })
  return {
    ...calls,
    [`POST ${base}/rfqs/{id}/orders/`]: at('orders/', (market) => ({ by: taker, body: take(market, '25'), other: take(market, '50') })),
  }
}

export function protectionWrites({ maker, bot }: Floor): Writes {
  const limit = (id: string) => `/v2/protection/limits/${id}/`
  const set = { product: 'DO', window_ms: 1_000, executions: 50 }
  return {
    'PUT /v2/protection/limits/{id}/': async () => ({ by: maker, path: limit('one'), body: set, other: { ...set, executions: 60 } }),
    'DELETE /v2/protection/limits/{id}/': async () => {
      await maker.must(200, 'PUT', limit('two'), set)
      return { by: maker, path: limit('two') }
    },
    'POST /v2/protection/reset/': async () => ({ by: maker, path: '/v2/protection/reset/', body: {}, other: { product: 'DO' } }),
    'POST /v2/protection/cancel_all/': async () => ({ by: maker, path: '/v2/protection/cancel_all/', body: { side: 'BUY' }, other: {} }),
    'POST /v2/protection/cancel_all_after/': async () => ({ by: maker, path: '/v2/protection/cancel_all_after/', body: spacious, other: { timeout: 0 } }), // prettier-ignore
    // By a desk that no other test trades for, because only its administrator could resume its trading.
    'POST /v2/protection/stop_me/': async () => ({ by: bot('TIDE'), path: '/v2/protection/stop_me/', body: { why: 'enough' }, other: {} }),
  }
}
