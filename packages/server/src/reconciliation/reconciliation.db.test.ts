/** When a day is compared with its venue, and what a desk reads while the venue does not respond. */
import type { ComparedAccountView, DifferenceView, ReconciliationDayView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { done, legsFor, startTradingProduct, type TradingProduct } from '../../test/trading-product.ts'
import { DAY_MS, FIRST_RETRY_MS } from './limits.ts'

/** The worker checks every five seconds. */
const PATIENCE = { timeout: 30_000 }
const TRADED_ON = '2027-01-15'
const NEXT_DAY = '2027-01-16'
/** A day is over for every venue twenty minutes after its midnight (rulebook 14.2). */
const DUE_AT = Date.parse(`${NEXT_DAY}T00:20:00Z`)

const database = withTestDatabase()
let trading: TradingProduct
let authorization: string
beforeAll(async () => {
  trading = await startTradingProduct(database.url)
}, 60_000)
afterAll(() => trading.close())

async function dealt(): Promise<void> {
  const terms = { venue: 'DBT', quantity: '25', counterparties: ['KEST'], account_name: 'main', legs: trading.spread }
  const { id } = done(await trading.as('ORRY', 'POST', '/v2/drfq/rfqs/', terms))
  done(await trading.as('KEST', 'POST', '/v2/drfq/orders/', { rfq_id: id, side: 'SELL', quantity: '25', legs: legsFor(trading, '0.03') }))
  const cross = { rfq_id: id, side: 'BUY', quantity: '25', price: '0.03', time_in_force: 'FILL_OR_KILL', account_name: 'main' }
  done(await trading.as('ORRY', 'POST', '/v2/drfq/orders/', cross))
  const states = async () => {
    const { results } = (await trading.as('ORRY', 'GET', `/v2/drfq/trades/?rfq_id=${id}`)).json as { results: { state: string }[] }
    return results.map(({ state }) => state)
  }
  await expect.poll(states, PATIENCE).toEqual(['FILLED'])
}

/** Time passes, and all sessions have expired. */
async function goOnAt(now: number): Promise<void> {
  trading.clock.now = now
  authorization = `Token ${await trading.product.signIn()}`
}

const asks = (method: string, path: string) =>
  trading.product.send(method, `/account/desk/reconciliation/${path}`, { headers: { authorization } })
const daysRead = async () => ((await asks('GET', '')).json as { results: readonly ReconciliationDayView[] }).results
const dayRead = async (day: string) =>
  (await asks('GET', `${day}/`)).json as { accounts: readonly ComparedAccountView[]; differences: readonly DifferenceView[] }
const main = async (day: string) => (await dayRead(day)).accounts.find(({ account_name }) => account_name === 'main')

describe('14.2 a day is compared with its venue', () => {
  it('14.2 by itself, not before twenty past midnight', async () => {
    await dealt()
    await goOnAt(DUE_AT - 1)
    // On request, today is compared now, which also covers everything that was due anyway.
    expect((await asks('POST', `${NEXT_DAY}/compare/`)).status).toBe(202)
    await expect.poll(async () => (await main(NEXT_DAY))?.state, PATIENCE).toBe('COMPARED')
    expect((await daysRead()).map(({ day }) => day)).toEqual([NEXT_DAY])
  })

  it('14.2 again, at increasing intervals, while the venue does not respond; the account shows that', async () => {
    // Repeated often enough to cover the records of every account and day that are read.
    for (let asked = 0; asked < 100; asked += 1) trading.settling.goWrong('BLOCKS', 'BUSY')
    await goOnAt(DUE_AT)
    await expect.poll(async () => (await main(TRADED_ON))?.failure, PATIENCE).toBe('busy')
    expect(await main(TRADED_ON)).toMatchObject({ state: 'WAITING', compared_at: null, ours: 0, theirs: 0 })
    expect((await dayRead(TRADED_ON)).differences).toEqual([])

    trading.settling.goRight('BLOCKS')
    await goOnAt(DUE_AT + FIRST_RETRY_MS)
    await expect.poll(async () => (await main(TRADED_ON))?.state, PATIENCE).toBe('COMPARED')
    expect(await main(TRADED_ON)).toMatchObject({ failure: null, compared_at: trading.clock.now, ours: 1, theirs: 1, missing_there: 0 })
    // This venue charges nothing, although its schedule contains fees.
    expect((await dayRead(TRADED_ON)).differences).toMatchObject([{ kind: 'FEE', state: 'OPEN', account_name: 'main', side: 'BUY' }])
  })

  it('14.2 and is not asked for again once it has been, nor for a day that has not begun', async () => {
    const early = await asks('POST', '2027-01-17/compare/')
    expect([early.status, early.json]).toEqual([400, { day: ['The day must be a UTC date from 2026-10-17 to 2027-01-16.'] }])
    const { compared_at } = (await main(TRADED_ON))!
    await goOnAt(trading.clock.now + DAY_MS / 2)
    expect((await asks('POST', `${NEXT_DAY}/compare/`)).status).toBe(202)
    await expect.poll(async () => (await main(NEXT_DAY))?.compared_at, PATIENCE).toBe(trading.clock.now)
    expect((await main(TRADED_ON))!.compared_at).toBe(compared_at)
  })
})
