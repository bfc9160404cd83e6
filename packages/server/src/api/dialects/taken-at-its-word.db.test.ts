/** A program gets exactly what it sends, or a refusal: nothing is silently dropped, reversed or counted twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { call, higher } from '../../../test/instruments.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../../test/trading-product.ts'

const database = withTestDatabase()
let market: TradingProduct
beforeAll(async () => {
  market = await startTradingProduct(database.url)
})
afterAll(() => market?.close())

const rfqOf = async (legs: readonly object[]): Promise<string> =>
  done(await market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '50', legs })).id
const marketOf = (legs: readonly object[]) => market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })

describe('5.5 a price in addition to the prices of legs', () => {
  const differs = { status: 400, json: { error: 'PriceContradictsLegs', data: { member: 'price', rule: '5.5' } } }

  it('is refused where they make another, for quotes of both flows, replacements and crosses', async () => {
    const rfq = await rfqOf(market.spread)
    const order = { rfq_id: rfq, side: 'SELL', quantity: '50', legs: legsFor(market, '0.031') }
    expect(await market.as('KEST', 'POST', '/v2/drfq/orders/', { ...order, price: '0.03' })).toMatchObject(differs)
    const { id } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/', { ...order, price: '0.0310' }))
    const changed = { quantity: '50', price: '0.031', legs: legsFor(market, '0.032') }
    expect(await market.as('KEST', 'PUT', `/v2/drfq/orders/${id}/`, changed)).toMatchObject(differs)
    expect(await market.as('ORRY', 'POST', '/v2/drfq/orders/', { ...order, side: 'BUY', price: '0.04' })).toMatchObject(differs)
    const lone = await rfqOf([{ ...market.spread[0]!, side: 'BUY' }])
    const single = { rfq_id: lone, side: 'SELL', quantity: '50', legs: [{ instrument_id: market.spread[0]!.instrument_id, price: '0.09' }] }
    expect(await market.as('KEST', 'POST', '/v2/drfq/orders/', { ...single, price: '0.08' })).toMatchObject(differs)
    done(await market.as('KEST', 'POST', '/v2/drfq/orders/', { ...single, price: '0.09' }))

    const { id: book } = done(await marketOf(market.spread))
    const quote = { side: 'SELL', quantity: '25', legs: legsFor(market, '0.031') }
    expect(await market.as('KEST', 'POST', `/v1/ob/rfqs/${book}/quotes/`, { ...quote, price: '0.03' })).toMatchObject(differs)
    done(await market.as('KEST', 'POST', `/v1/ob/rfqs/${book}/quotes/`, { ...quote, price: '0.031' }))
  })
})

describe('10.3 a quote of the order book by one price for the whole', () => {
  // Proves T 7.42.
  it('is shared out over its legs as the pricing call does, also where it replaces another', async () => {
    const { id: book } = done(await marketOf(market.spread))
    const path = `/v1/grfq/rfqs/${book}/quotes/`
    type Priced = { readonly id: number; readonly price: string; readonly legs: readonly { readonly price: string }[] }
    const shared = async (price: string): Promise<readonly string[]> => {
      const asked = { venue: 'DBT', ask_price: price, legs: market.spread }
      const { leg_prices } = done(await market.as('KEST', 'POST', '/v1/grfq/pricing/', asked))
      return (leg_prices as readonly { readonly ask_price: string }[]).map(({ ask_price }) => ask_price)
    }
    const quoted = (quote: unknown) => [(quote as Priced).price, (quote as Priced).legs.map((leg) => leg.price)]
    const placed = done(await market.as('KEST', 'POST', path, { side: 'SELL', quantity: '25', price: '0.0362' }))
    expect(quoted(placed)).toEqual(['0.0362', await shared('0.0362')])
    const changed = done(await market.as('KEST', 'PUT', `${path}${placed.id}/`, { quantity: '25', price: '0.0371' }))
    expect(quoted(changed)).toEqual(['0.0371', await shared('0.0371')])
  })

  // Proves T 7.42.
  it('is refused if no leg prices produce it, with the reason', async () => {
    const { id: book } = done(await marketOf(market.spread))
    const at = (price: string) => market.as('KEST', 'POST', `/v1/ob/rfqs/${book}/quotes/`, { side: 'SELL', quantity: '25', price })
    expect(await at('0.03625')).toMatchObject({ status: 400, json: { error: 'PriceOffTick', data: { rule: '6.11', member: 'price' } } })
    expect(await market.as('KEST', 'POST', `/v1/ob/rfqs/${book}/quotes/`, { side: 'SELL', quantity: '25' })).toMatchObject({
      status: 400,
      json: { error: 'OrderPriceMissing', data: { rule: '5.5' } },
    })
  })
})

describe('10.2 a market whose structure was named the other way round', () => {
  it('shows that to the desk that opens it and to those that join it', async () => {
    const named = (side: 'BUY' | 'SELL') => [
      { instrument: call.name, ratio: '1', side },
      { instrument: higher.name, ratio: '1', side: side === 'BUY' ? 'SELL' : 'BUY' },
    ]
    const sold = done(await marketOf(named('SELL')))
    expect(sold).toMatchObject({ inverted: true, legs: [{ instrument: call.name, side: 'BUY' }, { side: 'SELL' }] })
    expect(done(await marketOf(named('SELL')))).toMatchObject({ id: sold.id, inverted: true })
    const bought = done(await marketOf(named('BUY')))
    expect([bought.id, bought.inverted]).toEqual([sold.id, undefined])
  })
})

describe('filters of reads', () => {
  it.each([
    ['/v2/drfq/trades/', 'start_timestamp'],
    ['/v2/drfq/orders/', 'order_id'],
    ['/v1/ob/quotes/', 'label'],
    ['/v2/drfq/rfqs/', 'rfqid'],
    ['/v2/refused-orders/', 'desk'],
  ])('%s refuses %s, which it does not have, and names those that it has', async (path, parameter) => {
    const answer = await market.as('ORRY', 'GET', `${path}?${parameter}=1`)
    expect(answer).toMatchObject({ status: 400, json: { error: 'InvalidParams', data: { member: parameter } } })
    expect(answer.text).toContain('return more than you asked for')
  })
})

describe('the quantities of an order', () => {
  it('have one that means the same in both flows, whatever filled means there', async () => {
    const rfq = await rfqOf(market.spread)
    const offer = { side: 'SELL', quantity: '50', legs: legsFor(market, '0.031') }
    const { id: resting } = done(await market.as('KEST', 'POST', '/v2/drfq/orders/', { rfq_id: rfq, ...offer }))
    const take = { rfq_id: rfq, side: 'BUY', quantity: '50', price: '0.031', time_in_force: 'FILL_OR_KILL' }
    expect(done(await market.as('ORRY', 'POST', '/v2/drfq/orders/', take))).toMatchObject({
      settled_quantity: '0',
      pending_fill_quantity: '50',
    })
    await expect
      .poll(async () => done(await market.as('KEST', 'GET', `/v2/drfq/orders/${resting}/`)))
      .toMatchObject({ settled_quantity: '50', filled_quantity: '50', pending_fill_quantity: '0' })

    const { id: book } = done(await marketOf([{ instrument: call.name, ratio: '1', side: 'BUY' }]))
    const path = `/v1/ob/rfqs/${book}/quotes/`
    done(await market.as('KEST', 'POST', path, { side: 'SELL', quantity: '25', price: '0.09' }))
    const taken = done(await market.as('ORRY', 'POST', path, { side: 'BUY', quantity: '25', price: '0.09', ioc: true }))
    expect(taken).toMatchObject({ settled_quantity: '0', order: { filled_quantity: '25' }, quantities: { filled: '25', completed: '0' } })
    for (const read of [`/v1/ob/quotes/${taken.id}/`, `/v1/ob/orders/${taken.id}/`])
      await expect.poll(async () => done(await market.as('ORRY', 'GET', read))).toMatchObject({ settled_quantity: '25' })
  })
})
