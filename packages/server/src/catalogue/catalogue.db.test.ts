import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, higher, markOf, perpetual } from '../../test/instruments.ts'
import { createTestVenue } from '../../test/market-venue.ts'
import { withTestDatabase } from '../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../test/product.ts'

const database = withTestDatabase()
const venue = createTestVenue('DBT', [call, higher, perpetual], () => 1_800_000_000_000)
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url, { venues: [venue] })
  venue.mark(markOf(call, 0.05), markOf(higher, 0.03))
})
afterAll(() => product.close())

type Listed = {
  readonly count: number
  readonly next: string | null
  readonly results: { id: number; name: string; greeks: object | null }[]
}

const listed = async (query: string): Promise<Listed> => (await product.signed('GET', `/v2/drfq/instruments/${query}`)).json as Listed

describe('instruments over the wire', () => {
  it('are listed, filtered and paged as known clients ask for them', async () => {
    expect((await listed('')).results.map((one) => one.name)).toEqual([call.name, higher.name, perpetual.name])
    expect((await listed('?venue=DBT&base_currency=BTC&kind=OPTION')).count).toBe(2)
    expect((await listed(`?venue_instrument_name=${call.name}&venue_instrument_name=${perpetual.name}`)).count).toBe(2)
    const first = await listed('?page_size=2')
    const second = await listed(`?page_size=2&cursor=${first.next}`)
    expect([first.results.length, second.results.length, second.next]).toEqual([2, 1, null])
  })

  it.each(['True', 'true'])('have Greeks for include_greeks=%s', async (flag) => {
    const [one, , future] = (await listed(`?include_greeks=${flag}`)).results
    expect(one!.greeks).toMatchObject({ mark_price: '0.05', delta: '0.45000000' })
    expect(future!.greeks).toBeNull()
  })

  it('are found by their id, and an unknown one is reported', async () => {
    const id = (await listed('')).results[0]!.id
    expect(await product.signed('GET', `/v2/drfq/instruments/${id}/`)).toMatchObject({ status: 200, json: { id, min_tick_size: '0.0001' } })
    for (const wrong of ['0', '999999', 'abc', '1e3', '-1'])
      expect(await product.signed('GET', `/v2/drfq/instruments/${wrong}/`)).toMatchObject({ status: 404, json: { code: 1003 } })
  })

  it('refuse an unknown value, with the member and the value', async () => {
    expect(await product.signed('GET', '/v2/drfq/instruments/?venue=XYZ')).toMatchObject({
      status: 400,
      json: { code: 1002, data: { member: 'venue', value: 'XYZ' } },
    })
  })
})

describe('the markets that are open', () => {
  it('are the venues that list something, with the currencies in which they do', async () => {
    const { status, json } = await product.signed('GET', '/v2/drfq/markets/')
    expect({ status, json }).toEqual({ status: 200, json: { results: [{ venue: 'DBT', base_currency: 'BTC' }] } })
  })
})

describe('prices of legs over the wire', () => {
  it('are answered for ids and ratios as numbers or as texts', async () => {
    const [low, high] = (await listed('')).results
    const legs = [
      { instrument_id: String(low!.id), ratio: 1, side: 'BUY' },
      { instrument_id: high!.id, ratio: '1', side: 'SELL' },
    ]
    const answer = await product.signed('POST', '/v2/drfq/pricing/', JSON.stringify({ bid_price: '0.02', ask_price: 0.021, legs }))
    expect(answer).toMatchObject({
      status: 200,
      json: { mark_price: '0.02', ask_price: '0.021', legs: [{ bid_price: '0.05' }, { bid_price: '0.03' }] },
    })
    const refused = await product.signed('POST', '/v2/drfq/pricing/', JSON.stringify({ bid_price: '-0.02', legs }))
    expect(refused).toMatchObject({ status: 400, json: { code: 3542, data: { member: 'bid_price', rule: '6.11' } } })
    // The venue is that of the first leg. Without any leg that is found, no venue is named.
    const none = JSON.stringify({ bid_price: '0.02', legs: [{ instrument_id: 999_999, ratio: '1', side: 'BUY' }] })
    expect(await product.signed('POST', '/v2/drfq/pricing/', none)).toMatchObject({
      status: 400,
      json: { error: 'InstrumentUnknown', message: 'There is no instrument 999999.' },
    })
  })
})
