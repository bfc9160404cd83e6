/** The venue's own block RFQ, used through the taker's adapter and by plain clients as its makers. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { price, quantity, type Price } from '@parley/core'
import { createDeribitVenue, type Block, type VenueAcceptance, type VenueMakers, type VenueRfq } from '@parley/venues'
import { done, PATIENCE } from '@parley/venues/compliance'
import { openPlainClient } from '../../test/plain-client.ts'
import type { FaultOrder } from '../exchange/faults.ts'
import { fillOf, facing } from './block-rfq-fill.ts'
import type { RfqQuote } from './block-rfq.ts'
import { createDeribitSimulator, type DeribitSimulator } from './simulator.ts'

const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const READER = { clientId: 'reader', clientSecret: 'r', name: 'Reader', scopes: ['account:read', 'block_rfq:read'] }

async function open(faults: readonly FaultOrder[] = []) {
  let at = Date.UTC(2026, 10, 21, 12)
  const simulator = await createDeribitSimulator({ seed: 5, tickMs: 0, now: () => at, accounts: [TAKER, MAKER, READER], faults })
  onTestFinished(() => simulator.close())
  const venue = createDeribitVenue({ url: simulator.url, now: () => at, callTimeoutMs: 2_000 })
  onTestFinished(() => venue.close())
  const listed = await venue.instruments()
  const calls = listed.filter(
    ({ name, optionKind }) => optionKind === 'CALL' && simulator.market.value(simulator.market.instrument(name)!).mark > 0.03,
  )
  const [low, high] = calls.filter(({ expiresAt, baseCurrency }) => expiresAt === calls[0]!.expiresAt && baseCurrency === 'BTC')
  const advance = (ms: number): void => {
    at += ms
    simulator.step(ms)
  }
  return { simulator, makers: venue.venueMakers!, advance, low: low!, high: high!, now: () => at }
}

type Opened = Awaited<ReturnType<typeof open>>

const spread = ({ low, high }: Opened, amount = '25') =>
  ({
    name: 'r_1',
    legs: [
      { instrument: low, side: 'BUY', quantity: quantity(amount) },
      { instrument: high, side: 'SELL', quantity: quantity(amount) },
    ],
    taker: 'DISCLOSED',
  }) as const

const asked = async (opened: Opened): Promise<VenueRfq> => done(await opened.makers.ask(spread(opened), TAKER))
const only = async (makers: VenueMakers): Promise<VenueRfq> => done(await makers.open(TAKER))[0]!

/** Buys the spread at leg prices that add up to the best ask, or to a limit below every quote. */
function buying({ low, high, simulator, now }: Opened, rfq: VenueRfq, limit: Price): VenueAcceptance {
  const short = price(simulator.market.value(simulator.market.instrument(high.name)!).mark.toFixed(4))
  const legs: Block['legs'] = [
    { instrument: low, makerSide: 'SELL', price: (limit + short) as Price, quantity: quantity('25') },
    { instrument: high, makerSide: 'BUY', price: short, quantity: quantity('25') },
  ]
  return { venueRfqId: rfq.id, block: { nonce: 't_1', at: now(), legs } }
}

describe("Deribit's own Block RFQ", { timeout: 60_000 }, () => {
  it('hides its quotes for the grace period, and trades the whole amount at the quoted price', async () => {
    const opened = await open()
    const { makers, advance, simulator } = opened
    const rfq = await asked(opened)
    expect(rfq).toMatchObject({ state: 'OPEN', name: 'r_1', quantity: quantity('25'), expiresAt: rfq.createdAt + 300_000 })
    advance(4_000)
    expect(await only(makers)).toMatchObject({ bids: [], asks: [] })
    expect(await makers.accept(buying(opened, rfq, price('0.9')), TAKER)).toMatchObject({ outcome: 'REJECTED' })
    for (let second = 0; second < 8; second += 1) advance(1_000)
    const quoted = await only(makers)
    expect(quoted.bids[0]!.price).toBeLessThan(quoted.asks[0]!.price)
    // No maker sells below every ask.
    const below = (quoted.asks[0]!.price - 10_000) as Price
    expect(await makers.accept(buying(opened, rfq, below), TAKER)).toMatchObject({ outcome: 'REJECTED', code: '13907' })
    const limit = quoted.asks.at(-1)!.price
    const acceptance = buying(opened, rfq, limit)
    const settled = done(await makers.accept(acceptance, TAKER))
    expect(settled.legs[0]!.price - settled.legs[1]!.price).toBeLessThanOrEqual(limit)
    expect(settled.legs.map(({ quantity: amount }) => amount)).toEqual([quantity('25'), quantity('25')])
    expect(await makers.findAcceptance(acceptance, TAKER)).toEqual({ outcome: 'DONE', value: settled })
    // A second acceptance cannot trade again, and does not prove that the first one failed.
    expect(await makers.accept(acceptance, TAKER)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(simulator.blocks().map(({ id }) => id)).toEqual(settled.venueTradeId.split('+'))
  })

  it('reports an acceptance as NOT_SO_FAR while the RFQ is open, and NEVER_HAPPENED once it has ended', async () => {
    const opened = await open()
    const { makers, advance } = opened
    const rfq = await asked(opened)
    const acceptance = buying(opened, rfq, price('0.01'))
    expect(await makers.findAcceptance(acceptance, TAKER)).toEqual({ outcome: 'DONE', value: 'NOT_SO_FAR' })
    advance(300_000)
    expect(await makers.findAcceptance(acceptance, TAKER)).toEqual({ outcome: 'DONE', value: 'NEVER_HAPPENED' })
    expect(await makers.cancel(rfq.id, TAKER)).toMatchObject({ outcome: 'DONE' })
    const other = await asked(opened)
    expect(await makers.cancel(other.id, TAKER)).toMatchObject({ outcome: 'DONE' })
    expect(await makers.findAcceptance({ ...acceptance, venueRfqId: other.id }, TAKER)).toMatchObject({ value: 'NEVER_HAPPENED' })
  })

  it('streams its quotes, and reads all of its requests again after a lost connection', async () => {
    const opened = await open()
    const { makers, advance, simulator } = opened
    const seen: string[] = []
    let newest: VenueRfq | undefined
    const stop = makers.watch(TAKER, {
      onRfq: (rfq) => (newest = rfq),
      onAll: (all) => seen.push(`all ${all.length}`),
      onLost: () => seen.push('lost'),
    })
    onTestFinished(stop)
    await vi.waitFor(() => expect(seen).toEqual(['all 0']), PATIENCE)
    await asked(opened)
    await vi.waitFor(() => expect(newest?.name).toBe('r_1'), PATIENCE)
    for (let second = 0; second < 12; second += 1) advance(1_000)
    await vi.waitFor(() => expect(newest?.asks.length).toBeGreaterThan(0), PATIENCE)
    simulator.dropConnections()
    await vi.waitFor(() => expect(seen).toEqual(['all 0', 'lost', 'all 1']), PATIENCE)
  })

  it('refuses a key without the scope, and sends no RFQ', async () => {
    const opened = await open()
    expect(await opened.makers.ask(spread(opened), READER)).toMatchObject({ outcome: 'REJECTED', code: '13021' })
    expect(opened.simulator.blockRfqs.all()).toEqual([])
  })

  it.each<[string, string, FaultOrder['fault'], 'UNKNOWN' | 'REJECTED']>([
    ['a lost answer', 'private/accept_block_rfq', { kind: 'LOSE_ANSWER' }, 'UNKNOWN'],
    ['a lost connection', 'private/accept_block_rfq', { kind: 'DISCONNECT_AFTER' }, 'UNKNOWN'],
    ['a busy venue', 'private/accept_block_rfq', { kind: 'REJECT', code: 10041, message: 'settlement_in_progress' }, 'UNKNOWN'],
    ['no funds', 'private/accept_block_rfq', { kind: 'REJECT', code: 10009, message: 'not_enough_funds' }, 'REJECTED'],
  ])('after %s the record shows the outcome', async (_what, method, fault, outcome) => {
    const opened = await open([{ method, fault, times: 1 }])
    const { makers, advance, simulator } = opened
    const rfq = await asked(opened)
    for (let second = 0; second < 12; second += 1) advance(1_000)
    const acceptance = buying(opened, rfq, (await only(makers)).asks.at(-1)!.price)
    expect((await makers.accept(acceptance, TAKER)).outcome).toBe(outcome)
    const found = done(await makers.findAcceptance(acceptance, TAKER))
    expect(typeof found === 'string' ? found : found.venueTradeId).toBe(
      simulator
        .blocks()
        .map(({ id }) => id)
        .join('+') || 'NOT_SO_FAR',
    )
  })
})

describe('the makers of a Block RFQ', { timeout: 60_000 }, () => {
  async function signedIn(simulator: DeribitSimulator, { clientId, clientSecret }: typeof TAKER) {
    const client = await openPlainClient(simulator.url)
    onTestFinished(() => client.close())
    await client.call('public/auth', { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
    return client
  }

  it('quote every leg in its own direction, and are refused by the codes of the venue', async () => {
    const opened = await open()
    const { simulator, low, high } = opened
    const maker = await signedIn(simulator, MAKER)
    await maker.call('private/subscribe', { channels: ['block_rfq.maker.BTC', 'block_rfq.maker.quotes.any', 'block_rfq.trades.BTC'] })
    const rfq = await asked(opened)
    const seen = await maker.frame(({ params }) => params?.channel === 'block_rfq.maker.BTC')
    expect(seen?.params?.data).not.toHaveProperty('bids')
    const mark = (name: string): number => Number(simulator.market.value(simulator.market.instrument(name)!).mark.toFixed(4))
    const legs = (more = 0) => [
      { instrument_name: low.name, direction: 'buy', ratio: 1, price: Number((mark(low.name) + more).toFixed(4)) },
      { instrument_name: high.name, direction: 'sell', ratio: 1, price: mark(high.name) },
    ]
    const quote = (more: object) =>
      maker.call('private/add_block_rfq_quote', { block_rfq_id: Number(rfq.id), amount: 25, legs: legs(), ...more })
    expect((await quote({ direction: 'sell', label: 'mine' })).result).toMatchObject({ quote_state: 'open', filled_amount: 0 })
    const refusals: [object, number][] = [
      [{ direction: 'buy' }, 13910],
      [{ direction: 'sell', amount: 5 }, 10021],
      [{ direction: 'sell', legs: legs(0.00005).map((leg) => ({ ...leg, price: leg.price + 0.00005 })) }, 10043],
      [{ direction: 'sell', legs: legs().map((leg) => ({ ...leg, direction: 'buy' })) }, -32602],
    ]
    for (const [more, code] of refusals) expect((await quote(more)).error?.code, JSON.stringify(more)).toBe(code)
    for (let count = 1; count < 5; count += 1) await quote({ direction: 'sell' })
    expect((await quote({ direction: 'sell' })).error?.code).toBe(13906)
    const edited = { block_rfq_id: Number(rfq.id), label: 'mine', amount: 25, legs: legs(0.0001) }
    expect((await maker.call('private/edit_block_rfq_quote', edited)).result).toMatchObject({ replaced: true })
    expect((await maker.call('private/get_block_rfq_quotes', {})).result).toHaveLength(5)
    expect((await maker.call('private/cancel_all_block_rfq_quotes', { block_rfq_id: Number(rfq.id) })).result).toBe(5)
    expect((await maker.call('private/get_block_rfqs', { role: 'maker' })).result).toMatchObject({ block_rfqs: [{ role: 'maker' }] })
  })

  it('count the minimum block on the sum of the legs', async () => {
    const opened = await open()
    expect(await opened.makers.ask(spread(opened, '12.5'), TAKER)).toMatchObject({ outcome: 'DONE' })
    expect(await opened.makers.ask(spread(opened, '12.4'), TAKER)).toMatchObject({ outcome: 'REJECTED', code: '10021' })
  })

  const quoted = (id: number, at: number, amount: number, instruction: RfqQuote['instruction'] = 'any_part_of'): RfqQuote => ({
    ...{ id, price: at, amount, instruction, direction: 'sell', maker: `m${id}`, alias: `M${id}`, legs: [], label: undefined },
    ...{ createdAt: id, updatedAt: id, expiresAt: undefined, isReplaced: false, filled: 0, state: 'open' },
  })
  it.each<[string, readonly RfqQuote[], readonly [number, number][] | undefined]>([
    ['the best price', [quoted(1, 2, 25), quoted(2, 1, 25)], [[2, 25]]],
    ['whole quotes before parts of one price', [quoted(1, 1, 25), quoted(2, 1, 25, 'all_or_none')], [[2, 25]]],
    [
      'parts of several makers together',
      [quoted(1, 1, 10), quoted(2, 1, 20)],
      [
        [1, 10],
        [2, 15],
      ],
    ],
    ['no part of a whole quote', [quoted(1, 1, 10), quoted(2, 2, 20, 'all_or_none')], undefined],
    ['nothing where it is not enough', [quoted(1, 1, 10)], undefined],
  ])('fill with %s', (_what, quotes, parts) => {
    expect(fillOf(facing(quotes, 'buy', 0), 25)?.map(({ quote, amount }) => [quote.id, amount])).toEqual(parts)
  })
})
