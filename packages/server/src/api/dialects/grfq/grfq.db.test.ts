import { isRefusal, rfqIdOf, type Refusal } from '@parley/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callerOf, directory, KEST, LARK, marketData, openWorld, ORRY, type World } from '../../../../test/direct-market.ts'
import type { Notification } from '../../../engine/engine.ts'
import { withTestDatabase } from '../../../../test/database.ts'
import { createTestVenue, TEST_REJECTION } from '../../../../test/settlement-venue.ts'
import { createGrfq } from './create-grfq.ts'
import type { GrfqService } from './service.ts'

const database = withTestDatabase()
const box = createTestVenue(Date.now)
const PATIENCE = { timeout: 55_000, interval: 20 }
const notifications: Notification[] = []
let world: World
let service: GrfqService
beforeAll(async () => {
  world = await openWorld(database.sql, box.venue)
  world.engine.onNotifications((some) => notifications.push(...some))
  service = createGrfq({ sql: database.sql, engine: world.engine, marketData, directory, now: Date.now }).service
})
beforeEach(async () => {
  await world.calm()
  for (const desk of [ORRY, KEST, LARK]) await service.cancelQuotes(callerOf(desk), {}, 'before')
  notifications.length = 0
})
afterAll(() => world?.close())

const [orry, kest, lark] = [callerOf(ORRY), callerOf(KEST), callerOf(LARK)] as const

function accepted<T>(answer: T | Refusal): T {
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) throw new Error(`${answer.refused}: ${answer.message}`)
  return answer as T
}
const legs = [
  { instrument_id: 1, ratio: '1', side: 'BUY' },
  { instrument_id: 2, ratio: '1', side: 'SELL' },
] as const
const market = async () => accepted(await service.openMarket(orry, { venue: 'DBT', legs }))
/** Leg prices of the call spread that add up to the price. */
const at = (spread: string) => [
  { instrument_id: 1, price: (Number(spread) + 0.05).toFixed(4) },
  { instrument_id: 2, price: '0.05' },
]
const quote = async (by: typeof orry, side: 'BUY' | 'SELL', price: string, quantity: string, more: object = {}) =>
  service.createQuote(by, (await market()).id, { side, quantity, legs: at(price), ...more })
const sentOn = (channel: string, desk: string) => notifications.filter((one) => one.channel === channel && one.audience === desk)
const kinds = (some: readonly Notification[]) => some.map(({ data }) => (data as { kind: string }).kind)

describe('a market', () => {
  // Proves T 3.59.
  it('10.1 is opened once, by any desk and in either direction, and legs that are not hedges have no price', async () => {
    const opened = await market()
    const turned = legs.map(({ side, ...leg }) => ({ ...leg, side: side === 'BUY' ? 'SELL' : 'BUY' }) as const)
    expect(accepted(await service.openMarket(kest, { venue: 'DBT', legs: turned })).id).toBe(opened.id)
    expect(opened).toMatchObject({ status: 'ACTIVE', desk_status: null, venue: 'DBT', min_block_size: '12.5' })
    expect(opened.legs.every((leg) => !('price' in leg))).toBe(true)
    expect(Number.isInteger(opened.id)).toBe(true)
  })

  it('10.2 is read by all desks, with own quotes marked and no desk named', async () => {
    accepted(await quote(kest, 'SELL', '0.03', '50'))
    accepted(await quote(lark, 'SELL', '0.031', '25'))
    accepted(await quote(lark, 'SELL', '0.02', '25', { is_hidden: true }))
    const book = accepted(await service.getBook(kest, (await market()).id))
    expect(book.asks.map(({ price, remaining_quantity, is_own }) => [price, remaining_quantity, is_own])).toEqual([
      ['0.03', '50', true],
      ['0.031', '25', false],
    ])
    expect(JSON.stringify(book)).not.toMatch(/KEST|LARK/)
    expect(kinds(sentOn('group.quote_book', 'everybody'))).toEqual(['ADDED', 'ADDED'])
  })

  it('is listed with what the reader has in it', async () => {
    accepted(await quote(kest, 'SELL', '0.03', '50'))
    const { results } = accepted(await service.listMarkets(kest, { states: ['OPEN'] }, {}))
    expect(results[0]).toMatchObject({ desk_role: 'Maker', desk_status: 'OPEN' })
    expect(Number(results[0]!.quantities!.remaining)).toBe(50)
    expect(accepted(await service.getMarket(orry, results[0]!.id)).desk_role).toBeNull()
  })
})

describe('a quote that crosses', () => {
  it('trades at once at the resting price, settles at the venue, and each reader gets its own messages', async () => {
    const resting = accepted(await quote(kest, 'SELL', '0.03', '50', { client_order_id: 7, label: 'mine' }))
    expect(resting).toMatchObject({ status: 'OPEN', client_order_id: '7', remaining_quantity: '50' })
    const taken = accepted(await quote(orry, 'BUY', '0.035', '25'))
    expect(taken).toMatchObject({
      status: 'CLOSED',
      remaining_quantity: '0',
      pending_fill_quantity: '25',
      cancel_reason: null,
      order: { requested_quantity: '25', filled_quantity: '25' },
    })
    const trades = async () => accepted(await service.listTrades(orry, {}, {}, '/v1/ob')).results
    await expect.poll(async () => (await trades())[0]?.status, PATIENCE).toBe('COMPLETED')
    expect((await trades())[0]).toMatchObject({ price: '0.03', quantity: '25', side: 'BUY', quote_id: taken.id, order_id: taken.id })
    const theirs = accepted(await service.listTrades(kest, {}, {}, '/v1/grfq')).results[0]
    expect(theirs).toMatchObject({ side: 'SELL', role: 'MAKER', quote_id: resting.id })
    expect(accepted(await service.listTape(orry, {}, {})).results[0]).not.toHaveProperty('account')
    expect(accepted(await service.getQuote(kest, resting.id))).toMatchObject({
      status: 'OPEN',
      quantities: { completed: '25', remaining: '25' },
    })
    expect(kinds(sentOn('ob.trade', 'desk:ORRY'))).toEqual(['PENDING', 'COMPLETED'])
    expect(kinds(sentOn('group.quote', 'desk:KEST'))).toEqual(['NEW', 'PENDING_FILL', 'UPDATED'])
    expect(kinds(sentOn('group.trade_tape', 'everybody'))).toEqual(['ADDED'])
    expect(sentOn('group.quote', 'desk:LARK')).toEqual([])
  })

  it("10.15 shows the venue's reason when it rejects, and that part of both is cancelled", async () => {
    const resting = accepted(await quote(kest, 'SELL', '0.03', '50'))
    box.goWrong('EXECUTE', 'REJECT')
    const order = accepted(
      await service.createOrder(orry, resting.rfq_id, { limit_price: '0.03', quantity: '25', execution_side: 'BUY', client_order_id: 'x' }),
    )
    const trade = async () => accepted(await service.listTrades(orry, {}, {}, '/v1/grfq')).results[0]
    await expect.poll(async () => (await trade())?.status, PATIENCE).toBe('REJECTED')
    expect(await trade()).toMatchObject({ venue_error: TEST_REJECTION, order_id: order.id, quote_id: resting.id })
    expect(accepted(await service.getOrder(orry, order.id, '/v1/grfq'))).toMatchObject({
      canceled_quantity: '25',
      filled_quantity: '0',
      status: 'CLOSED',
      cancel_reason: 'SETTLEMENT_REJECTED',
    })
    expect(sentOn('grfq.trade', 'desk:ORRY').at(-1)?.data).toMatchObject({ kind: 'REJECTED', venue_error: TEST_REJECTION })
  })
})

describe('quotes', () => {
  it('are replaced by side if the desk has one, and placed if it has none', async () => {
    const { id } = await market()
    const body = { side: 'SELL', quantity: '50', legs: at('0.03') } as const
    const first = accepted(await service.upsertQuote(kest, id, body))
    const second = accepted(await service.upsertQuote(kest, id, { ...body, legs: at('0.029') }))
    expect(second).toMatchObject({ id: first.id, price: '0.029' })
  })

  it('10.21 are one on a side, however many come for it at once', async () => {
    const { id } = await market()
    const body = { side: 'SELL', quantity: '50', legs: at('0.03') } as const
    const together = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, place) => service.upsertQuote(kest, id, { ...body, legs: at(`0.03${place}`) })))
    const first = (await together(8)).map(accepted)
    expect(new Set(first.map((quote) => quote.id)).size).toBe(1)
    const own = async () => accepted(await service.listQuotes(kest, { rfqId: rfqIdOf(id), states: ['OPEN'] }, {})).results
    expect((await own()).map((quote) => quote.id)).toEqual([first[0]!.id])
    accepted(await service.cancelQuote(kest, first[0]!.id))
    const again = new Set((await together(4)).map((answer) => accepted(answer).id))
    expect([again.size, again.has(first[0]!.id)]).toEqual([1, false])
    expect((await own()).map((quote) => quote.id)).toEqual([...again])
  })

  it('come many at once, each with its own verdict', async () => {
    const { id: rfq_id } = await market()
    const verdicts = accepted(
      await service.createQuotes(kest, [
        { rfq_id, side: 'SELL', quantity: '25', legs: at('0.03') },
        { rfq_id, side: 'SELL', quantity: '1', legs: at('0.03') },
        { rfq_id: 1, side: 'SELL', quantity: '25', legs: at('0.03') },
        { rfq_id, side: 'BUY', quantity: '25', legs: at('0.02') },
      ]),
    )
    expect(verdicts.map(({ index, error }) => [index, error?.error ?? 'placed'])).toEqual([
      [0, 'placed'],
      [1, 'QuantityBelowBlockMinimum'],
      [2, 'RfqClosed'],
      [3, 'placed'],
    ])
  })

  // Proves T 7.49.
  it('are cancelled one by one, by filter, and all at once; if there is nothing to cancel, the answer reports that', async () => {
    const bid = accepted(await quote(kest, 'BUY', '0.02', '25'))
    accepted(await quote(kest, 'SELL', '0.03', '25', { label: 'a' }))
    accepted(await quote(kest, 'SELL', '0.031', '25'))
    expect(accepted(await service.cancelQuote(kest, bid.id))).toMatchObject({
      status: 'CLOSED',
      closed_reason: 'CANCELED',
      cancel_reason: 'USER',
    })
    expect(await service.cancelQuote(kest, bid.id)).toMatchObject({ refused: 'OrderClosed' })
    expect(await service.cancelQuote(lark, bid.id)).toMatchObject({ refused: 'OrderUnknown' })
    expect(await service.cancelQuotes(kest, { label: 'a' }, 'x')).toMatchObject({ count: 1 })
    expect(await service.cancelQuotes(kest, {}, 'x')).toMatchObject({ action_id: 'x', count: 1 })
    expect(await service.cancelQuotes(kest, {}, 'x')).toMatchObject({ count: 0 })
  })

  it('of another desk are not there', async () => {
    const theirs = accepted(await quote(kest, 'SELL', '0.03', '25'))
    expect(await service.getQuote(lark, theirs.id)).toMatchObject({ refused: 'NotFound' })
  })
})
