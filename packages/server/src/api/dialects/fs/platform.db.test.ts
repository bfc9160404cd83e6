/** The platform state, its time and its venues, as returned by /v1/fs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../../test/database.ts'
import { startSpreadProduct, type SpreadProduct } from '../../../../test/spread-product.ts'

const database = withTestDatabase()
let floor: SpreadProduct
beforeAll(async () => {
  floor = await startSpreadProduct(database.url)
})
afterAll(() => floor?.close())

describe('the platform', () => {
  // Proves T 3.44, T 7.33, W 6.17.
  it('reports its state, its time and its venues', async () => {
    expect(await floor.must(200, 'ORRY', 'GET', '/v1/fs/platform_state')).toEqual({
      ...{ message_kind: 'CURRENT', published_at: floor.clock.now * 1e6, platform_state: 'AVAILABLE' },
      ...{ next_platform_state: null, next_platform_state_at: 0 },
    })
    expect((await floor.product.send('GET', '/v1/fs/system/time')).json).toEqual({ time: floor.clock.now * 1e6 })
    expect((await floor.product.send('GET', '/v1/fs/system/state/')).json).toEqual({ state: 'AVAILABLE', time: floor.clock.now * 1e6 })
    expect((await floor.must(200, 'ORRY', 'GET', '/v1/fs/venues'))['results']).toMatchObject([
      { id: 'DBT', name: 'Deribit', status: 'OPEN', strategies: 3 },
      { id: 'BIT' },
      { id: 'BYB' },
    ])
    for (const [word, id] of Object.entries({ dbt: 'DBT', byb: 'BYB', bit: 'BIT' }))
      expect(await floor.must(200, 'ORRY', 'GET', `/v1/fs/venues/${word}`)).toMatchObject({ id })
    const { status, json } = await floor.as('ORRY', 'GET', '/v1/fs/venues/cme')
    expect([status, json]).toMatchObject([404, { code: 1003, data: { member: 'venue' } }])
  })
})
