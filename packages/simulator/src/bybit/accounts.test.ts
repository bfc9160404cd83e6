/** Accounts at Bybit through the adapter: all kinds of keys, holdings, and a record that can be tampered with. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Price, Quantity } from '@parley/core'
import {
  createBybitVenue,
  type AccountFinding,
  type Block,
  type BybitVenueOptions,
  type RecordedBlock,
  type VenueCredentials,
} from '@parley/venues'
import { done, PATIENCE, watch } from '@parley/venues/compliance'
import type { BybitAccount } from './accounts.ts'
import { createBybitSimulator, type BybitSimulator } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker', addresses: ['127.0.0.1'] }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
/** The key that replaces the taker's. */
const NEXT = { clientId: 'next', clientSecret: 'n', name: 'Taker', user: 'taker' }
const PARTIES = { maker: MAKER, taker: TAKER }
const DAY = 86_400_000

async function startVenue(now: () => number = Date.now, accounts: readonly BybitAccount[] = []): Promise<BybitSimulator> {
  const simulator = await createBybitSimulator({ seed: 4, tickMs: 0, now, accounts: [MAKER, TAKER, NEXT, ...accounts] })
  onTestFinished(() => simulator.close())
  return simulator
}

function startAdapter({ restUrl, streamUrl }: BybitSimulator, options: Partial<BybitVenueOptions> = {}) {
  const venue = createBybitVenue({ restUrl, streamUrl, ...options })
  onTestFinished(() => venue.close())
  return venue
}
type Adapter = ReturnType<typeof startAdapter>

const finding = (findings: readonly AccountFinding[], about: AccountFinding['about']) => findings.find((one) => one.about === about)

/** One call on one coin, which the maker sells at its mark. */
async function callOf(venue: Adapter, simulator: BybitSimulator, nonce: string, coins: number): Promise<Block> {
  const worth = (name: string): number => simulator.market.value(simulator.market.contract(name)!).price
  const dear = (await venue.instruments()).filter((row) => row.baseCurrency === 'BTC' && worth(row.name) > 2_000)
  const instrument = dear.find((row) => row.expiresAt! - Date.now() > 40 * DAY)!
  const price = (Math.round((worth(instrument.name) * 1e8) / instrument.tickSize) * instrument.tickSize) as Price
  return { nonce, at: Date.now(), legs: [{ instrument, makerSide: 'SELL', price, quantity: (coins * 1e6) as Quantity }] }
}

const settle = async (venue: Adapter, block: Block) =>
  done(await venue.executeBlock(block, done(await venue.verifyBlock(block, PARTIES)), PARTIES))
const blocksOf = async (venue: Adapter, party: VenueCredentials, from = Date.now() - DAY): Promise<readonly RecordedBlock[]> =>
  done(await venue.readBlocks(party, from, Date.now() + 1))

describe('a key at Bybit', { timeout: 60_000 }, () => {
  it('is reported as good, with its owner and the mode of its account', async () => {
    const venue = startAdapter(await startVenue())
    const check = done(await venue.checkAccount(MAKER))
    expect(check).toMatchObject({ accountName: 'MAKER', mode: 'unified, cross margin', mayRead: true, maySettle: true })
    expect(check.accountId).toMatch(/^\d+$/)
    expect(check).not.toHaveProperty('keyEndsAt')
    expect(new Set(check.findings.map(({ verdict }) => verdict))).toEqual(new Set(['GOOD']))
    const { keyEndsAt, findings } = done(await venue.checkAccount(TAKER))
    expect(keyEndsAt).toBeGreaterThan(Date.now() + 89 * DAY)
    expect(finding(findings, 'ADDRESSES')).toMatchObject({ verdict: 'WARNING' })
  })

  it('that cannot settle is reported with the reason, whatever it lacks', async () => {
    const kinds: readonly (readonly [Partial<BybitAccount>, AccountFinding['about'], string])[] = [
      [{ scopes: ['rfq:read'] }, 'TRADE', 'read-only'],
      [{ lacks: ['OptionsTrade'] }, 'TRADE', 'not trade options'],
      [{ lacks: ['BlockTrade'] }, 'BLOCK_TRADE', 'Block Trade permission'],
      [{ kind: 'SUB_ACCOUNT' }, 'BLOCK_TRADE', 'sub-account'],
      [{ kind: 'CLASSIC' }, 'MODE', 'classic'],
      [{ kind: 'UNIFIED_1' }, 'MODE', 'UTA 2.0'],
      [{ margin: 'ISOLATED_MARGIN' }, 'MODE', 'cross or portfolio margin'],
      [{ kind: 'DEMO' }, 'BLOCK_RFQ', 'demo account'],
    ]
    const keys = kinds.map(([kind], index) => ({ clientId: `key${index}`, clientSecret: 's', name: `Key ${index}`, ...kind }))
    const venue = startAdapter(await startVenue(Date.now, keys))
    for (const [index, [kind, about, words]] of kinds.entries()) {
      const { maySettle, findings } = done(await venue.checkAccount(keys[index]!))
      expect(maySettle, JSON.stringify(kind)).toBe(false)
      expect(finding(findings, about), JSON.stringify(kind)).toMatchObject({ verdict: 'BAD', sentence: expect.stringContaining(words) })
    }
  })

  it('that can withdraw settles, with a warning', async () => {
    const key: BybitAccount = { clientId: 'rich', clientSecret: 's', name: 'Rich', wallet: 'WITHDRAWS' }
    const { maySettle, findings } = done(await startAdapter(await startVenue(Date.now, [key])).checkAccount(key))
    expect([maySettle, finding(findings, 'WITHDRAW')?.verdict]).toEqual([true, 'WARNING'])
  })

  it('that opens no account is refused with a message', async () => {
    const ended = { clientId: 'ended', clientSecret: 's', name: 'Ended', keyEndsAt: Date.now() - DAY }
    const bound = { clientId: 'bound', clientSecret: 's', name: 'Bound', addresses: ['203.0.113.7'] }
    const venue = startAdapter(await startVenue(Date.now, [ended, bound]))
    const codes = [[ended, '33004'], [bound, '10010'], [{ ...MAKER, clientSecret: 'another' }, '10004'], [{ ...MAKER, clientId: 'nobody' }, '10003']] as const // prettier-ignore
    for (const [key, code] of codes)
      expect(await venue.checkAccount(key)).toMatchObject({ outcome: 'REJECTED', code, message: expect.stringMatching(/^[A-Z].*\.$/) })
  })

  it.each([
    [400, true, 'GOOD'],
    [20_000, true, 'WARNING'],
    [-20_000, true, 'WARNING'],
    [-200_000, false, 'BAD'],
  ])('works with our clock %d ms off: it settles %s', async (offMs, maySettle, verdict) => {
    const venue = startAdapter(await startVenue(), { now: () => Date.now() + offMs })
    const check = done(await venue.checkAccount(MAKER))
    expect([check.maySettle, finding(check.findings, 'CLOCK')?.verdict]).toEqual([maySettle, verdict])
  })
})

describe('the record of an account at Bybit', { timeout: 60_000 }, () => {
  it('holds two bought blocks at their average price minus fees, and shows both to each key of the user', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const first = await callOf(venue, simulator, 'first', 1)
    const [leg] = first.legs as [Block['legs'][number]]
    const second = {
      ...first,
      nonce: 'second',
      legs: [{ ...leg, price: (leg.price + 20 * leg.instrument.tickSize) as Price, quantity: 3e6 as Quantity }],
    }
    const before = done(await venue.readHoldings(TAKER)).balances[0]!
    for (const block of [first, second]) await settle(venue, block)
    const held = done(await venue.readHoldings(TAKER))
    const average = (leg.price + 15 * leg.instrument.tickSize) / 1e8
    expect(held.positions).toMatchObject([{ instrumentName: leg.instrument.name, quantity: 4e6 }])
    expect(held.positions[0]!.averagePrice / 1e8).toBeCloseTo(average, 6)
    const blocks = await blocksOf(venue, NEXT)
    const fees = blocks.reduce((sum, block) => sum + block.legs[0]!.fee / 1e8, 0)
    const worth = 4 * (simulator.market.value(simulator.market.contract(leg.instrument.name)!).price - average)
    expect(held.balances).toMatchObject([{ currency: 'USDC' }])
    expect(held.balances[0]!.equity - before.equity).toBeCloseTo(worth - fees, 1)
    expect(blocks).toMatchObject([
      {
        role: 'TAKER',
        counterparty: 'MAKER',
        name: expect.stringMatching(/^[a-f0-9]{32}$/),
        legs: [{ side: 'BUY', quantity: 1e6, feeCurrency: 'USDC' }],
      },
      { role: 'TAKER', legs: [{ side: 'BUY', quantity: 3e6 }] },
    ])
    expect((await blocksOf(venue, MAKER)).map(({ role, legs }) => [role, legs[0]!.side])).toEqual([['MAKER', 'SELL'], ['MAKER', 'SELL']]) // prettier-ignore
    expect(done(await venue.readHoldings(NEXT)).positions).toMatchObject([{ instrumentName: leg.instrument.name, quantity: 4e6 }])
  })

  it('shows tampering over weeks, and is complete or unknown', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callOf(venue, simulator, 'real', 1)
    const { venueTradeId } = await settle(venue, block)
    const [leg] = block.legs as [Block['legs'][number]]
    const alter = (change: object) => simulator.tamper({ kind: 'ALTER', block: venueTradeId, leg: 0, ...change })
    expect([alter({ price: '1' }), alter({ quantity: '7' }), alter({ fee: { of: 'MAKER', amount: '3.5' } })]).toEqual([venueTradeId, venueTradeId, venueTradeId]) // prettier-ignore
    const old = Date.now() - 20 * DAY
    const added = { instrument: leg.instrument.name, makerSide: 'BUY', price: '5', quantity: '2', takerFee: '0.5' } as const
    const id = simulator.tamper({ kind: 'ADD', maker: 'maker', taker: 'next', at: old, legs: [added] })
    expect(await blocksOf(venue, MAKER, old)).toMatchObject([
      { venueTradeId: id, at: old, legs: [{ side: 'BUY', fee: 0 }] },
      { venueTradeId, legs: [{ price: 1e8, quantity: 7e6, fee: 3.5e8 }] },
    ])
    expect(await blocksOf(venue, TAKER, old)).toMatchObject([{ legs: [{ side: 'SELL', fee: 0.5e8 }] }, { legs: [{ price: 1e8 }] }])
    expect(simulator.tamper({ kind: 'REMOVE', block: venueTradeId })).toBe(venueTradeId)
    expect(await blocksOf(venue, TAKER)).toEqual([])
    expect([simulator.tamper({ kind: 'REMOVE', block: venueTradeId }), alter({ price: '1' }), alter({ leg: 4 })]).toEqual([undefined, undefined, undefined]) // prettier-ignore
    expect(simulator.blocks()).toHaveLength(1)
    simulator.faults.order({ method: '/v5/execution/list', fault: { kind: 'REJECT', code: 10016, message: 'server error' }, times: 1 })
    expect(await venue.readBlocks(TAKER, old, Date.now())).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a pause of Bybit', { timeout: 60_000 }, () => {
  it('for maintenance is reported from beginning to end, and blocks wait for it', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callOf(venue, simulator, 'waits', 1)
    simulator.maintain('BEGINS')
    const listener = watch()
    await venue.connect(listener)
    expect(venue.health()).toMatchObject({ state: 'CONNECTED', pause: 'MAINTENANCE' })
    expect(await venue.verifyBlock(block, PARTIES)).toMatchObject({ outcome: 'UNKNOWN', message: expect.stringContaining('maintenance') })
    simulator.maintain('ENDS')
    simulator.dropConnections()
    await vi.waitFor(
      () => expect(listener.seen.health.at(-1)).toMatchObject({ state: 'CONNECTED', roundTripMs: expect.any(Number) }),
      PATIENCE,
    )
    await vi.waitFor(() => expect(venue.health()).not.toHaveProperty('pause'), PATIENCE)
    expect(listener.seen.health.some(({ pause }) => pause === 'MAINTENANCE')).toBe(true)
    done(await venue.verifyBlock(block, PARTIES))
  })

  it('at 08:00 UTC is over ten seconds later', async () => {
    let at = Date.UTC(2026, 10, 25, 8)
    const simulator = await startVenue(() => at)
    const venue = startAdapter(simulator, { now: () => at })
    const listener = watch()
    await venue.connect(listener)
    expect(venue.health().pause).toBe('SETTLEMENT')
    at += 10_000
    await vi.waitFor(() => expect(listener.seen.health.at(-1)!.pause).toBeUndefined(), PATIENCE)
  })
})
