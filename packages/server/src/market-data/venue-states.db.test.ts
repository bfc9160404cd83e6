/** A venue that accepts no orders, as desks see it through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, higher } from '../../test/instruments.ts'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket } from '../../test/product.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../test/trading-product.ts'

let market: TradingProduct
/** Each describe has its own market, so that a pause in one does not affect the others. */
function withOwnMarket(): void {
  const database = withTestDatabase()
  beforeAll(async () => {
    market = await startTradingProduct(database.url)
  })
  afterAll(() => market?.close())
}

const asked = (change: object = {}) =>
  market.as('ORRY', 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '100', legs: market.spread, ...change })
const opened = (instrument: string) =>
  market.as('ORRY', 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs: [{ instrument, ratio: '1', side: 'BUY' }] })
const quoted = (rfq_id: string) =>
  market.as('KEST', 'POST', '/v2/drfq/orders/', { rfq_id, side: 'SELL', quantity: '50', legs: legsFor(market, '0.031') })
const crossed = (rfq_id: string) => market.as('ORRY', 'POST', '/v2/drfq/orders/', { rfq_id, side: 'BUY', quantity: '50', price: '0.031' })

const refused = {
  status: 400,
  json: {
    error: 'VenuePaused',
    data: { rule: '3.21' },
    message:
      'Deribit is under maintenance and does not accept blocks. RFQs and quotes stay live, and nothing new is sent until it reopens.',
  },
}

describe('3.21 a venue under maintenance', () => {
  withOwnMarket()

  it('3.21 gets nothing new in either flow; resting orders stay, can be cancelled, and trade once the venue is open', async () => {
    const { id } = done(await asked())
    const quote = done(await quoted(id))
    const draft = done(await asked({ state: 'DRAFT' }))
    const { id: book } = done(await opened(call.name))
    market.venue.pause('MAINTENANCE')
    const replaced = () => market.as('KEST', 'PUT', `/v2/drfq/orders/${quote.id}/`, { quantity: '50', legs: legsFor(market, '0.032') })
    const sent = () => market.as('ORRY', 'PATCH', `/v2/drfq/rfqs/${draft.id}/`, { state: 'OPEN' })
    const booked = () => market.as('KEST', 'POST', `/v1/ob/rfqs/${book}/quotes/`, { side: 'SELL', quantity: '50', price: '0.09' })
    const all = [() => asked(), sent, () => quoted(id), () => crossed(id), replaced, booked, () => opened(higher.name)]
    for (const each of all) expect(await each()).toMatchObject(refused)
    expect((await asked({ state: 'DRAFT' })).status).toBe(201)
    expect(done(await opened(call.name)).id).toBe(book)
    expect(done(await market.as('ORRY', 'GET', `/v2/drfq/rfqs/${id}/`))).toMatchObject({ state: 'OPEN' })
    expect(done(await market.as('KEST', 'GET', `/v2/drfq/orders/${quote.id}/`))).toMatchObject({ state: 'OPEN' })
    market.venue.pause()
    expect((await crossed(id)).status).toBe(201)
    market.venue.pause('SETTLEMENT')
    expect(await asked()).toMatchObject({
      json: { error: 'VenuePaused', message: expect.stringContaining('is settling its expiries') as string },
    })
    done(await market.as('ORRY', 'DELETE', `/v2/drfq/rfqs/${id}/`))
    market.venue.pause()
  })
})

describe('3.20 the channel venue_states', () => {
  withOwnMarket()

  it('3.20 has every connected venue at once, and a state that changes', async () => {
    const authorization = `Token ${await market.product.signIn()}`
    const socket = await openTestSocket(market.product.server.baseUrl, '/v2/drfq/', { authorization })
    const states = async (from: string) => {
      const frame = await socket.next((one) => JSON.stringify(one).includes(from))
      const { venues } = (frame['params'] as { data: { venues: readonly Record<string, unknown>[] } }).data
      return venues.map(({ venue, state }) => `${String(venue)} ${String(state)}`)
    }
    market.venue.index('BTC', 97_990, market.clock.now)
    socket.send({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { channel: 'venue_states' } })
    expect(await states('"sentence"')).toEqual(['DBT OPEN', 'BIT OPEN', 'BYB OPEN'])
    market.venue.pause('MAINTENANCE')
    expect(await states('MAINTENANCE')).toEqual(['DBT MAINTENANCE', 'BIT OPEN', 'BYB OPEN'])
    market.venue.pause()
    socket.close()
  })
})
