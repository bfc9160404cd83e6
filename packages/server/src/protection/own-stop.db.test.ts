/** A trader can cancel everything of their own and stop their own trading. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'
import { withTestDatabase } from '../../test/database.ts'

const database = withTestDatabase()
let desk: TestDesk
let trader: Person
let colleague: Person
let market: number

const by: TestDesk['by'] = (...request) => desk.by(...request)
const quote = (sender: Person, price: string) =>
  by(sender, 'POST', `/v1/ob/rfqs/${market}/quotes/`, { side: 'SELL', quantity: '50', price, post_only: true })

beforeAll(async () => {
  desk = await openTestDesk(database.url)
  trader = await desk.person('tess', 'trader', 'KEST')
  colleague = await desk.person('cole', 'administrator', 'KEST')
  const [one] = (await by(trader, 'GET', '/v2/drfq/instruments/')).json.results as { id: number }[]
  const legs = [{ instrument_id: one!.id, ratio: '1', side: 'BUY' }]
  market = (await by(trader, 'POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })).json.id as number
})
afterAll(() => desk.close())

describe('11.6 a trader alone', () => {
  it('11.7 pulls all that is his, and nothing of his colleagues', async () => {
    await quote(colleague, '0.061')
    await quote(trader, '0.062')
    const mine = await by(trader, 'POST', '/v2/protection/cancel_all/', { key: 'mine' })
    expect(mine).toMatchObject({ status: 200, json: { canceled: { count: 1 } } })
    expect(await quote(trader, '0.063')).toMatchObject({ status: 201 })
  })

  it('11.6 stops only their own trading; an administrator allows it again', async () => {
    const viewer = await desk.person('vic', 'viewer', 'KEST')
    expect((await by(viewer, 'POST', '/v2/protection/stop_me/')).status).toBe(403)
    const stopped = await by(trader, 'POST', '/v2/protection/stop_me/', { why: 'wrong expiry' })
    expect(stopped).toMatchObject({ status: 200, json: { canceled: { count: 1 } } })
    expect(await quote(trader, '0.064')).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('Trading was stopped by yourself: wrong expiry. An administrator') as string },
    })
    const [stop] = (await by(trader, 'GET', '/v2/protection/status/')).json.stops as { user: string }[]
    expect(stop).toMatchObject({ user_name: 'tess Test', by: 'tess Test', why: 'wrong expiry' })
    expect((await quote(colleague, '0.065')).status).toBe(201)
    expect((await by(trader, 'POST', '/v2/protection/allow/', { user: stop!.user })).status).toBe(403)
    expect((await by(colleague, 'POST', '/v2/protection/allow/', { user: stop!.user })).status).toBe(200)
    expect((await quote(trader, '0.066')).status).toBe(201)
  })
})
