/** Trades that both desks book at the venue themselves: in the APIs of both flows, in emails, and for the operator. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/desk.ts'
import { bybitPerpetual, markOf } from '../../test/instruments.ts'
import { PASSWORD, type Answer } from '../../test/product.ts'
import { done, makers, startTradingProduct, type Json, type TradingProduct } from '../../test/trading-product.ts'
import type { CommandServices } from '../operator/commands.ts'
import { disputeCommands } from '../operator/dispute-commands.ts'
import { readCliArguments } from '../operator/cli-arguments.ts'

const database = withTestDatabase()
let floor: TradingProduct
let legs: readonly object[]
const TRADER = 'ida@kestrel.example'

/** The tests trade faster than market maker protection allows. */
const unhurried = async (): Promise<void> => void done(await floor.as('KEST', 'PATCH', '/v2/drfq/mmp/status/'))
beforeEach(unhurried)
beforeAll(async () => {
  floor = await startTradingProduct(database.url)
  const { product, bybit } = floor
  const { operator } = product.server
  bybit.list([bybitPerpetual])
  bybit.mark(markOf(bybitPerpetual, 98_000))
  bybit.index('BTC', 97_990, floor.clock.now)
  for (const ticker of ['ORRY', ...makers])
    await operator.addVenueAccount(ticker, {
      ...{ venue: 'BYB', name: `${ticker.toLowerCase()}-inverse`, clientId: `${ticker}-byb`, clientSecret: 'secret', isDefault: true },
    })
  await operator.createUser({ email: TRADER, password: PASSWORD, firstName: 'Ida', lastName: 'Test', desk: 'KEST', role: 'trader' })
  const listed = async () => (await floor.as('ORRY', 'GET', '/v2/drfq/instruments/?venue=BYB')).json as { results: { id: number }[] }
  const { results } = await eventually(listed, (page) => page.results.length === 1)
  legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
})
afterAll(() => floor.close())

type Settlement = {
  state: string
  counterparty_desk_name: string
  counterparty_account_name: string
  mine: object | null
  theirs: object | null
}
type TradeJson = {
  id: string
  state: string
  status: string
  venue_trade_id: string | null
  rejection: string | null
  settlement?: Settlement
}
const withoutRequest = ({ text }: Answer) => text.replaceAll(/"(request_id|id)":"[^"]*"/g, '')
const tradeOf = ({ json }: Answer) => json as TradeJson

/** ORRY buys 250,000 from KEST anonymously. Returns the trade. */
async function deal(): Promise<TradeJson> {
  const asked = { venue: 'BYB', quantity: '250000', legs, counterparties: [...makers], is_taker_anonymous: true }
  const rfq: Json = done(await floor.as('ORRY', 'POST', '/v2/drfq/rfqs/', asked))
  expect(rfq['settlement_route']).toBe('BOOKED_BY_BOTH')
  const order = { rfq_id: rfq.id, quantity: '250000' }
  const [{ instrument_id }] = legs as [{ instrument_id: number }]
  done(await floor.as('KEST', 'POST', '/v2/drfq/orders/', { ...order, side: 'SELL', legs: [{ instrument_id, price: '98000' }] }))
  done(await floor.as('ORRY', 'POST', '/v2/drfq/orders/', { ...order, side: 'BUY', price: '98000', time_in_force: 'FILL_OR_KILL' }))
  const { results } = (await floor.as('ORRY', 'GET', `/v2/drfq/trades/?rfq_id=${rfq.id}`)).json as { results: TradeJson[] }
  return results[0]!
}
const say = (ticker: 'ORRY' | 'KEST' | 'LARK', id: string, body: object, key?: string) =>
  floor.as(ticker, 'POST', `/v2/drfq/trades/${id}/booking/`, body, key)
const booked = (venue_reference: string) => ({ booked: true, venue_reference })

const operate = async (...args: string[]): Promise<string> => {
  const input = { isTerminal: false, read: () => Promise.resolve('') }
  return disputeCommands({ sql: database.sql, now: Date.now } as CommandServices)[args[0]!]!(readCliArguments(args, input))
}

describe('16.2 to 16.8 a trade that both desks book, in the direct flow', () => {
  it('16.2, 16.3 is filled once both have reported it, without a request to the venue', async () => {
    const { id, state, settlement } = await deal()
    expect([state, settlement?.state]).toEqual(['PENDING_SETTLEMENT', 'WAITING'])
    const first = await say('KEST', id, { ...booked('maker-77'), note: 'done by Ida' }, 'key-1')
    expect(tradeOf(first).settlement).toMatchObject({
      mine: { booked: true, venue_reference: 'maker-77', note: 'done by Ida' },
      theirs: null,
    })
    const again = await say('KEST', id, { ...booked('maker-77'), note: 'done by Ida' }, 'key-1')
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect((await say('KEST', id, { ...booked('maker-77'), note: 'done by Ida' })).status).toBe(200)
    expect(tradeOf(await say('ORRY', id, booked('taker-78')))).toMatchObject({ state: 'FILLED', venue_trade_id: 'taker-78' })
    expect(await say('ORRY', id, booked('taker-78'))).toMatchObject({ status: 400, json: { error: 'BookingOver', code: 3560 } })
    const tape = (await floor.as('LARK', 'GET', '/v2/drfq/trade_tape/')).json as { results: object[] }
    expect(tape.results).toHaveLength(1)
    expect(JSON.stringify(tape)).not.toMatch(/settlement|inverse|KEST|ORRY/)
    expect(floor.settling.calls).toEqual([])
    const rows = await database.sql<{ route: string; state: string }[]>`select route, state from settlement where trade_id = ${id}`
    expect([...rows]).toEqual([{ route: 'BOOKED_BY_BOTH', state: 'DONE' }])
  })

  it('16.8 each of the two sees the other and its account, although the taker was anonymous; no other desk finds the trade', async () => {
    const { id } = await deal()
    const read = async (ticker: 'ORRY' | 'KEST') => tradeOf(await floor.as(ticker, 'GET', `/v2/drfq/trades/${id}/`)).settlement
    expect(await read('KEST')).toMatchObject({ counterparty_desk_name: 'ORRY', counterparty_account_name: 'orry-inverse' })
    expect(await read('ORRY')).toMatchObject({ counterparty_desk_name: 'KEST', counterparty_account_name: 'kest-inverse' })
    const [absent, foreign] = [await say('LARK', `t_${'0'.repeat(29)}`, booked('x')), await say('LARK', id, booked('x'))]
    expect([foreign.status, withoutRequest(foreign)]).toEqual([404, withoutRequest(absent)])
    for (const body of [{ booked: true }, { booked: true, venue_reference: ' ' }, { booked: false }, { reason: 'x' }])
      expect((await say('KEST', id, body)).status).toBe(400)
    expect(tradeOf(await say('ORRY', id, { booked: false, reason: 'no limit left' }))).toMatchObject({
      state: 'REJECTED',
      rejection: 'ORRY could not book it: no limit left',
    })
  })

  it('16.6, 16.7 traders are written to, and the operator ends a dispute', async () => {
    const { id } = await deal()
    await say('ORRY', id, booked('taker-90'))
    expect(await say('ORRY', id, { booked: false, reason: 'wrong' })).toMatchObject({ status: 400, json: { error: 'BookingConfirmed' } })
    expect(tradeOf(await say('KEST', id, { booked: false, reason: 'not seen' })).settlement?.state).toBe('DISPUTED')
    const mails = () => floor.product.mails(TRADER)
    const disputed = (all: Awaited<ReturnType<typeof mails>>) => all.filter(({ text }) => /is disputed/.test(text))
    await eventually(mails, (all) => disputed(all).length === 1)
    const text = (await mails()).map((mail) => mail.text.replaceAll(/\s+/g, ' ')).join('\n')
    expect(text).toContain('SELL 250,000 BTCUSD at 98,000')
    expect(text).toContain('orry-inverse')
    expect(await operate('disputes')).toMatch(new RegExp(`^${id} .*ORRY booked it as taker-90; KEST could not book it: not seen$`))
    const settle = ['settle-dispute', '--trade', id, '--as', 'REJECTED', '--why', 'the venue has no such trade']
    expect(await operate(...settle)).toBe(`${id} is rejected. The reason is in the audit logs of ORRY and KEST.`)
    expect(await operate('disputes')).toBe('There are no disputed trades.')
    await expect(operate(...settle)).rejects.toThrow(/is disputed. Run the command disputes/)
    const rejection = 'The operator settled the dispute: the venue has no such trade'
    expect(tradeOf(await floor.as('KEST', 'GET', `/v2/drfq/trades/${id}/`))).toMatchObject({ state: 'REJECTED', rejection })
    const audit = await database.sql<{ desk: string }[]>`select desk from audit where action = 'SettleDispute' order by desk`
    expect(audit.map(({ desk }) => desk)).toEqual(['KEST', 'ORRY'])
  })
})

describe('16.5 a trade that is not booked in its day', () => {
  const HOUR_MS = 3_600_000
  /** The next command to a market processes what became due in the meantime. */
  async function pass(hours: number): Promise<void> {
    floor.clock.now += hours * HOUR_MS
    floor.bybit.mark(markOf(bybitPerpetual, 98_000))
    floor.bybit.index('BTC', 97_990, floor.clock.now)
    const asked = { venue: 'BYB', quantity: '250000', legs, counterparties: ['MERL'] }
    const { id } = done(await floor.as('ORRY', 'POST', '/v2/drfq/rfqs/', asked))
    done(await floor.as('ORRY', 'DELETE', `/v2/drfq/rfqs/${id}/`))
  }
  const read = async (id: string) => tradeOf(await floor.as('KEST', 'GET', `/v2/drfq/trades/${id}/`))

  it('16.6 reminds desks that have not reported, and is then rejected if neither has confirmed, or disputed if one has', async () => {
    const silent = (await deal()).id
    await unhurried()
    const half = (await deal()).id
    await say('KEST', half, booked('maker-95'))
    const reminders = async () => (await floor.product.mails(TRADER)).filter(({ subject }) => /^Not booked yet/.test(subject))
    const before = (await reminders()).length
    await pass(21.9)
    expect([(await read(silent)).settlement?.state, (await read(half)).settlement?.state]).toEqual(['WAITING', 'WAITING'])
    await pass(0.2)
    await eventually(reminders, (all) => all.length > before)
    expect((await reminders()).length - before).toBe(1)
    await pass(1.8)
    expect((await read(silent)).state).toBe('PENDING_SETTLEMENT')
    await pass(0.2)
    expect(await read(silent)).toMatchObject({ state: 'REJECTED', settlement: { state: 'NOT_BOOKED' } })
    expect(await read(half)).toMatchObject({ state: 'PENDING_SETTLEMENT', settlement: { state: 'DISPUTED' } })
    expect(await operate('disputes')).toContain(half)
    expect(await operate('disputes')).not.toContain(silent)
  })
})

describe('16.2 to 16.8 a trade that both desks book, in the order book', () => {
  it('16.2, 16.8 names the two to each other at the deal, and is filled under both bases', async () => {
    const market = done(await floor.as('KEST', 'POST', '/v1/ob/rfqs/', { venue: 'BYB', legs }))
    expect(market['settlement_route']).toBe('BOOKED_BY_BOTH')
    const quote = { side: 'SELL', quantity: '1000', price: '98100' }
    done(await floor.as('KEST', 'POST', `/v1/ob/rfqs/${market.id}/quotes/`, quote))
    done(
      await floor.as('ORRY', 'POST', `/v1/grfq/rfqs/${market.id}/orders/`, {
        execution_side: 'BUY',
        quantity: '1000',
        limit_price: '98100',
      }),
    )
    const { results } = (await floor.as('ORRY', 'GET', '/v1/grfq/trades/?hide_public=true')).json as { results: TradeJson[] }
    const { id, status, settlement } = results[0]!
    expect([status, settlement?.counterparty_desk_name]).toEqual(['PENDING', 'KEST'])
    done(await floor.as('ORRY', 'POST', `/v1/grfq/trades/${id}/booking/`, booked('one')))
    expect(tradeOf(await floor.as('KEST', 'POST', `/v1/ob/trades/${id}/booking/`, booked('two')))).toMatchObject({ status: 'COMPLETED' })
    expect((await floor.as('LARK', 'POST', `/v1/ob/trades/${id}/booking/`, booked('two'))).status).toBe(404)
    const everybody = (await floor.as('LARK', 'GET', `/v1/ob/trades/${id}/`)).text
    expect(everybody).not.toMatch(/settlement"|KEST|ORRY/)
  })
})
