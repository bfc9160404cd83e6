/** The accounts of the simulated venue: the effect of blocks, margin limits, and approvals. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { price, quantity } from '@parley/core'
import { createDeribitVenue, type Block, type Venue } from '@parley/venues'
import { done, PATIENCE, watch } from '@parley/venues/compliance'
import { openPlainClient, type PlainClient } from '../../test/plain-client.ts'
import type { DeribitAccount } from './deribit-account.ts'
import { createDeribitSimulator, type DeribitSimulator } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
const APPROVED = { ...TAKER, clientId: 'bot', user: 'taker', features: ['block_trade_approval'] } as const

async function open(accounts: readonly DeribitAccount[], now = Date.now): Promise<{ simulator: DeribitSimulator; venue: Venue }> {
  const simulator = await createDeribitSimulator({ seed: 3, tickMs: 0, accounts, now })
  onTestFinished(() => simulator.close())
  const venue = createDeribitVenue({ url: simulator.url, now })
  onTestFinished(() => venue.close())
  return { simulator, venue }
}

/** An amount of the perpetual in dollars at a price. If negative, the maker sells. */
async function perpetual(venue: Venue, nonce: string, at: string, dollars: number, moment = Date.now()): Promise<Block> {
  const instrument = (await venue.instruments()).find(({ name }) => name === 'BTC-PERPETUAL')!
  const makerSide = dollars > 0 ? 'BUY' : 'SELL'
  return { nonce, at: moment, legs: [{ instrument, makerSide, price: price(at), quantity: quantity(String(Math.abs(dollars))) }] }
}

const settle = async (venue: Venue, block: Block, parties = { maker: MAKER, taker: TAKER }) =>
  venue.executeBlock(block, done(await venue.verifyBlock(block, parties)), parties)

const signedIn = async (simulator: DeribitSimulator, { clientId, clientSecret }: DeribitAccount): Promise<PlainClient> => {
  const client = await openPlainClient(simulator.url)
  onTestFinished(() => client.close())
  await client.call('public/auth', { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
  return client
}

describe('the accounts of the venue', { timeout: 60_000 }, () => {
  it('average an inverse future by coin, realise profit on closing, charge both parties, and reverse through zero', async () => {
    const { venue } = await open([MAKER, TAKER])
    const held = async (party = MAKER) => done(await venue.readHoldings(party))
    const before = (await held()).balances
    done(await settle(venue, await perpetual(venue, 'a', '91000', 200_000)))
    done(await settle(venue, await perpetual(venue, 'b', '92000', 200_000)))
    expect((await held()).positions).toMatchObject([
      {
        instrumentName: 'BTC-PERPETUAL',
        quantity: quantity('400000'),
        averagePrice: price((400_000 / (200_000 / 91_000 + 200_000 / 92_000)).toFixed(8)),
      },
    ])
    done(await settle(venue, await perpetual(venue, 'c', '91500', -600_000)))
    const [maker, taker] = [await held(), await held(TAKER)]
    expect(maker.positions).toMatchObject([{ quantity: -quantity('200000'), averagePrice: price('91500') }])
    expect(taker.positions).toMatchObject([{ quantity: quantity('200000'), averagePrice: price('91500') }])
    const fees = [200_000 / 91_000, 200_000 / 92_000, 600_000 / 91_500].reduce((sum, coins) => sum + 0.00025 * coins, 0)
    const realised = 200_000 / 91_000 + 200_000 / 92_000 - 400_000 / 91_500
    const moved = maker.balances[0]!.equity - before[0]!.equity
    const floating = -200_000 * (1 / 91_500 - 1 / maker.positions[0]!.markPrice!)
    expect(moved).toBeCloseTo(realised - fees + floating, 6)
    const [charged] = done(await venue.readBlocks(TAKER, 0, Date.now() + 1_000))
    expect(charged!.legs).toMatchObject([{ fee: price('0.00054945'), feeCurrency: 'BTC' }])
  })

  it('refuse a block that exceeds the margin of either party, and let an account without funds close positions', async () => {
    const poor = { ...TAKER, balances: { BTC: 0.1 } }
    const { simulator, venue } = await open([MAKER, poor])
    const refused = await settle(venue, await perpetual(venue, 'a', '91500', 600_000))
    expect(refused).toMatchObject({ outcome: 'REJECTED', code: '10009', message: 'not_enough_funds: taker lacks BTC' })
    done(await settle(venue, await perpetual(venue, 'b', '91500', 200_000)))
    expect(done(await venue.readHoldings(TAKER)).balances[0]).toMatchObject({ currency: 'BTC' })
    expect(simulator.blocks()).toHaveLength(1)
  })

  it('receive the payout when a contract expires', async () => {
    let at = Date.UTC(2026, 10, 22, 7, 50)
    const { simulator, venue } = await open([MAKER, TAKER], () => at)
    const instrument = (await venue.instruments()).find(
      (row) =>
        row.expiresAt === Date.UTC(2026, 10, 22, 8) &&
        row.optionKind === 'CALL' &&
        simulator.market.value(simulator.market.instrument(row.name)!).mark > 0.02,
    )!
    const mark = simulator.market.value(simulator.market.instrument(instrument.name)!).mark
    const block: Block = {
      nonce: 'a',
      at,
      legs: [{ instrument, makerSide: 'BUY', price: price(mark.toFixed(4)), quantity: instrument.minBlockSize }],
    }
    const before = done(await venue.readHoldings(MAKER)).balances
    done(await settle(venue, block))
    at += 11 * 60_000
    simulator.step(1_000)
    const after = done(await venue.readHoldings(MAKER))
    expect(after.positions).toEqual([])
    const coin = before.findIndex(({ currency }) => currency === instrument.baseCurrency)
    const index = simulator.market.index(instrument.baseCurrency as 'BTC')
    const size = Number(instrument.minBlockSize) / 1e6
    const paid = size * (Math.max(0, index - Number(instrument.strike) / 1e8) / index - Number(mark.toFixed(4)) - 0.0003)
    expect(after.balances[coin]!.equity - before[coin]!.equity).toBeCloseTo(paid, 6)
  })

  it('have one account behind all keys of a user, and no block between them', async () => {
    const second = { ...TAKER, clientId: 'second', user: 'taker' }
    const { venue } = await open([MAKER, TAKER, second])
    done(await settle(venue, await perpetual(venue, 'a', '91500', 200_000)))
    expect(done(await venue.readHoldings(second)).positions).toEqual(done(await venue.readHoldings(TAKER)).positions)
    const block = await perpetual(venue, 'b', '91500', 200_000)
    expect(await settle(venue, block, { maker: second, taker: TAKER })).toMatchObject({ outcome: 'REJECTED' })
  })
})

describe('a key whose blocks need approval', { timeout: 60_000 }, () => {
  it('is detected before anything is settled', async () => {
    const { venue } = await open([MAKER, TAKER, APPROVED])
    const { maySettle, findings } = done(await venue.checkAccount(APPROVED))
    expect(maySettle).toBe(false)
    expect(findings.filter(({ verdict }) => verdict === 'BAD')).toMatchObject([{ about: 'BLOCK_TRADE' }])
  })

  it('leaves the block open until another key of the user approves it', async () => {
    const { simulator, venue } = await open([MAKER, TAKER, APPROVED])
    const [owner, bot] = [await signedIn(simulator, TAKER), await signedIn(simulator, APPROVED)]
    await owner.call('private/subscribe', { channels: ['block_trade_confirmations.BTC'] })
    const block = await perpetual(venue, 'a', '91500', 200_000)
    expect(await settle(venue, block, { maker: MAKER, taker: APPROVED })).toMatchObject({ outcome: 'UNKNOWN' })
    expect(done(await venue.findBlock(block, MAKER))).toBe('NOT_SO_FAR')
    const request = { timestamp: block.at, nonce: 'a', role: 'taker' }
    expect((await owner.call('private/get_block_trade_requests')).result).toMatchObject([
      { ...request, state: { value: 'initial' }, counterparty_state: { value: 'accepted' }, trades: [{ amount: 200_000 }] },
    ])
    expect((await bot.call('private/approve_block_trade', request)).error).toMatchObject({ code: 13021 })
    expect((await owner.call('private/approve_block_trade', { ...request, role: 'maker' })).error).toMatchObject({ code: 13020 })
    expect((await owner.call('private/approve_block_trade', request)).result).toBe('ok')
    const states = owner.frames.flatMap(({ params }) => (params?.channel === 'block_trade_confirmations.BTC' ? [params.data] : []))
    expect(states).toMatchObject(['initial', 'accepted', 'executed'].map((value) => ({ state: { value } })))
    expect(done(await venue.findBlock(block, MAKER))).toMatchObject({ venueTradeId: 'BLOCK-1' })
  })

  it('loses the block when it is rejected, or five minutes have passed', async () => {
    let moved = 0
    const now = (): number => Date.now() + moved
    const { simulator, venue } = await open([MAKER, TAKER, APPROVED], now)
    const owner = await signedIn(simulator, TAKER)
    const waiting = async (nonce: string): Promise<object> => {
      const block = await perpetual(venue, nonce, '91500', 200_000, now())
      expect(await settle(venue, block, { maker: MAKER, taker: APPROVED })).toMatchObject({ outcome: 'UNKNOWN' })
      return { timestamp: block.at, nonce, role: 'taker' }
    }
    const first = await waiting('a')
    expect((await owner.call('private/reject_block_trade', first)).result).toBe('ok')
    const second = await waiting('b')
    moved = 301_000
    expect((await owner.call('private/get_block_trade_requests')).result).toEqual([])
    expect((await owner.call('private/approve_block_trade', second)).error).toMatchObject({ code: 13020 })
    expect(simulator.blocks()).toEqual([])
  })
})

describe('a venue that pauses', { timeout: 60_000 }, () => {
  it('reports the start and end of maintenance on its channel and in its status', async () => {
    const { simulator, venue } = await open([MAKER, TAKER])
    const listener = watch()
    await venue.connect(listener)
    await vi.waitFor(() => expect(venue.health()).toMatchObject({ state: 'CONNECTED', roundTripMs: expect.any(Number) }), PATIENCE)
    simulator.maintain('BEGINS')
    await vi.waitFor(() => expect(venue.health().pause).toBe('MAINTENANCE'), PATIENCE)
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'UNKNOWN' })
    const other = createDeribitVenue({ url: simulator.url })
    onTestFinished(() => other.close())
    await other.connect(watch())
    await vi.waitFor(() => expect(other.health().pause).toBe('MAINTENANCE'), PATIENCE)
    simulator.maintain('ENDS')
    await vi.waitFor(() => expect(other.health()).toMatchObject({ state: 'CONNECTED' }), PATIENCE)
    await vi.waitFor(() => expect(other.health().pause).toBeUndefined(), PATIENCE)
    expect(listener.seen.health.some(({ pause }) => pause === 'MAINTENANCE')).toBe(true)
  })

  it('accepts no block while it settles at 08:00 UTC, and is retried', async () => {
    let at = Date.UTC(2026, 10, 23, 7, 59, 59)
    const { venue } = await open([MAKER, TAKER], () => at)
    const block = await perpetual(venue, 'a', '91500', 200_000, at)
    at += 2_000
    expect(await venue.verifyBlock(block, { maker: MAKER, taker: TAKER })).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: 1_000 })
    expect(done(await venue.readHoldings(MAKER)).positions).toEqual([])
    at += 5_000
    done(await settle(venue, block))
  })
})
