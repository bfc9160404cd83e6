import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal, type Rfq } from '@parley/core'
import { KEST } from '../../test/direct-market.ts'
import { openTestDatabase } from '../../test/database.ts'
import { ether } from '../../test/instruments.ts'
import { june, march, NOON, openSpreadMarket, perpetual, placeAs, september, termsOf, type SpreadMarket } from '../../test/spread-market.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
const PATIENCE = { timeout: 55_000, interval: 20 }
const opened: SpreadMarket[] = []
const open = async (given: Partial<Parameters<typeof openSpreadMarket>[0]> = {}): Promise<SpreadMarket> => {
  const market = await openSpreadMarket({ sql: database.sql, ...given })
  opened.push(market)
  return market
}
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const market of opened.splice(0).reverse()) await market.close()
  await database.close()
})

const namesOf = ({ structure: { legs } }: Rfq): string =>
  legs.map(({ side, instrument }) => (side === 'BUY' ? '+' : '-') + instrument.name).join(' ')
const listedIn = async (
  { spreads }: SpreadMarket,
  filter: Parameters<SpreadMarket['spreads']['store']['strategies']>[0] = { state: 'OPEN' },
) => (await spreads.store.strategies(filter, { size: 100 })).items.map(namesOf).sort()
const three = ['-BTC-26MAR27 +BTC-25JUN27', '-BTC-PERPETUAL +BTC-25JUN27', '-BTC-PERPETUAL +BTC-26MAR27']

describe('17.9 spreads are listed', () => {
  it('17.9 at the start, in the steps of the catalogue, and once however often a server starts', async () => {
    const first = await open()
    expect(await listedIn(first)).toEqual(three)
    const rfq = await first.strategy(perpetual, march)
    expect(rfq).toMatchObject({ audience: 'LISTED', venue: 'DBT', baseCurrency: 'BTC', expiresAt: march.expiresAt })
    expect([rfq.minimumBlock, rfq.quantityIncrement, rfq.priceTick].map(Number)).toEqual([100_000e6, 10e6, 0.5e8])
    await first.close()
    opened.length = 0
    const again = await open()
    expect(await listedIn(again, {})).toEqual(three)
    expect((await again.strategy(perpetual, march)).id).toBe(rfq.id)
  })

  it('17.9 once where two processes look at the same time', async () => {
    const first = await open()
    first.listing.list([perpetual, march, june, september])
    const other = await open({ listed: [perpetual, march, june, september] })
    await first.lister.settled()
    const all = await listedIn(other, {})
    expect(all.length).toBe(6)
    expect(new Set(all).size).toBe(6)
  })

  it('17.9 as a venue lists more, and for futures alone', async () => {
    const market = await open({ listed: [perpetual, ether] })
    expect(await listedIn(market)).toEqual([])
    market.listing.list([perpetual, ether, march])
    await expect.poll(() => listedIn(market), PATIENCE).toEqual(['-BTC-PERPETUAL +BTC-26MAR27'])
  })

  it('17.1 and closed at their first expiry, with their resting orders', async () => {
    const clock = { now: NOON }
    const market = await open({ clock })
    const [rfq, later] = [await market.strategy(perpetual, march), await market.strategy(march, june)]
    const order = await placeAs(market, KEST, rfq, termsOf('BUY', '990', '100000'))
    if (isRefusal(order)) throw new Error(order.message)
    clock.now = march.expiresAt! - 60_000
    expect(await placeAs(market, KEST, later, termsOf('BUY', '990', '100000'))).toMatchObject({
      refused: 'QuoteWindowClosed',
      rule: '10.4',
    })
    clock.now = march.expiresAt!
    market.listing.list([perpetual, june])
    await market.market.engine.read('DBT-BTC', () => undefined)
    await expect.poll(() => listedIn(market), PATIENCE).toEqual(['-BTC-PERPETUAL +BTC-25JUN27'])
    expect(await listedIn(market, { state: 'CLOSED' })).toEqual(['-BTC-26MAR27 +BTC-25JUN27', '-BTC-PERPETUAL +BTC-26MAR27'])
    expect((await market.spreads.store.order(order.id))?.order).toMatchObject({ state: 'CLOSED', cancelCause: 'INSTRUMENT_EXPIRED' })
    await market.lister.settled()
    expect((await listedIn(market, {})).length).toBe(3)
  })

  it('17.9 in pages that no order moves, and by product, currency and venue', async () => {
    const market = await open({ listed: [perpetual, march, june, september] })
    const { store } = market.spreads
    const names: string[] = []
    let after: Awaited<ReturnType<typeof store.strategies>>['next']
    do {
      const page = await store.strategies({}, { size: 2, after })
      names.push(...page.items.map(namesOf))
      after = page.next
      for (const rfq of page.items) await placeAs(market, KEST, rfq, termsOf('BUY', '500', '100000'))
    } while (after !== undefined)
    expect(names.length).toBe(6)
    expect(new Set(names).size).toBe(6)
    const count = async (filter: Parameters<typeof store.strategies>[0]) => (await store.strategies(filter, { size: 100 })).items.length
    expect([await count({ venue: 'DBT' }), await count({ venue: 'BYB' })]).toEqual([6, 0])
    expect([await count({ baseCurrency: 'BTC' }), await count({ baseCurrency: 'ETH' })]).toEqual([6, 0])
    expect([await count({ productCodes: ['CF', 'AZ'] }), await count({ productCodes: ['PE'] })]).toEqual([6, 0])
    const { id } = await market.strategy(perpetual, march)
    expect(await count({ id })).toBe(1)
  })
})
