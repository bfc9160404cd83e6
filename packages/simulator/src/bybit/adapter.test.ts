/** Tests that do not apply to every venue: Bybit's daily settlement, its clock, its limits, and the steps of its RFQ. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Price } from '@parley/core'
import { createBybitVenue, type Block, type BybitVenueOptions, type Venue } from '@parley/venues'
import { connected, done, PATIENCE, watch } from '@parley/venues/compliance'
import { createBybitSimulator, type BybitSimulator, type BybitSimulatorOptions } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
const parties = { maker: MAKER, taker: TAKER }

async function startVenue(options: BybitSimulatorOptions = {}): Promise<BybitSimulator> {
  const simulator = await createBybitSimulator({ seed: 2, tickMs: 0, accounts: [MAKER, TAKER], ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

function startAdapter({ restUrl, streamUrl }: BybitSimulator, options: Partial<BybitVenueOptions> = {}): Venue {
  const venue = createBybitVenue({ restUrl, streamUrl, ...options })
  onTestFinished(() => venue.close())
  return venue
}

/** An at-the-money call of the last expiry, at its mark. */
async function callAt(venue: Venue, simulator: BybitSimulator, at = Date.now()): Promise<Block> {
  const calls = (await venue.instruments()).filter((row) => row.baseCurrency === 'BTC' && row.optionKind === 'CALL')
  const last = Math.max(...calls.map((row) => row.expiresAt!))
  const near = (row: (typeof calls)[number]): number => Math.abs(row.strike! / 1e8 - simulator.market.index('BTC'))
  const [instrument] = calls.filter((row) => row.expiresAt === last).sort((a, b) => near(a) - near(b))
  const mark = simulator.market.value(simulator.market.contract(instrument!.name)!).price
  const price = (Math.round((mark * 1e8) / instrument!.tickSize) * instrument!.tickSize) as Price
  return { nonce: `t_${at}`, at, legs: [{ instrument: instrument!, makerSide: 'SELL', price, quantity: 1_000_000 as never }] }
}

describe('the market data of Bybit', { timeout: 120_000 }, () => {
  it('updates the listed and expired instruments after 08:00 UTC, and their marks', async () => {
    let at = Date.UTC(2026, 10, 22, 7, 59, 59)
    const simulator = await startVenue({ now: () => at })
    const venue = startAdapter(simulator, { now: () => at })
    const before = await venue.instruments()
    const { seen } = await connected(venue)
    at += 4_000
    simulator.step(4_000)
    await vi.waitFor(() => expect(seen.instruments.size).toBeGreaterThan(0), PATIENCE)
    const [expired, listed] = ['EXPIRED', 'ACTIVE'].map((state) => [...seen.instruments.values()].filter((row) => row.state === state))
    const ended = before.filter((row) => row.expiresAt === Date.UTC(2026, 10, 22, 8)).map((row) => row.name)
    expect(expired!.map((row) => row.name).sort()).toEqual(ended.sort())
    expect(listed!.some((row) => row.expiresAt === Date.UTC(2026, 10, 25, 8))).toBe(true)
    await vi.waitFor(() => expect(listed!.every((row) => seen.marks.has(row.id))).toBe(true), PATIENCE)
  })

  it('follows the index and the marks through their updates', async () => {
    const simulator = await startVenue({ speed: 50 })
    const venue = startAdapter(simulator)
    const { seen } = await connected(venue)
    await vi.waitFor(() => expect([...seen.indices.keys()].sort()).toEqual(['BTC', 'EOS', 'ETH', 'XRP']), PATIENCE)
    const [index, marks] = [seen.indices.get('BTC'), new Map(seen.marks)]
    for (let step = 0; step < 20; step += 1) simulator.step(60_000)
    const perpetual = [...seen.instruments.values()].find(({ name }) => name === 'XRPUSD')!
    const marked = () => Number(simulator.market.value(simulator.market.contract('XRPUSD')!).price.toFixed(4))
    await vi.waitFor(() => expect(seen.marks.get(perpetual.id)?.markPrice).toBeCloseTo(marked(), 3), PATIENCE)
    await vi.waitFor(() => expect(seen.indices.get('BTC')).toBeCloseTo(simulator.market.index('BTC'), 1), PATIENCE)
    expect(seen.indices.get('BTC')).not.toBe(index)
    await vi.waitFor(
      () => expect([...seen.marks].some(([id, { markPrice }]) => markPrice !== marks.get(id)?.markPrice)).toBe(true),
      PATIENCE,
    )
  })

  it('lists inverse futures, linear ones in BTC, and no option that settles in another coin', async () => {
    const simulator = await startVenue()
    const listed = await startAdapter(simulator).instruments()
    expect(simulator.market.contracts('option').some(({ row }) => row.settleCoin === 'USDT')).toBe(true)
    expect(new Set(listed.map(({ clearingCurrency, kind, productCode }) => [clearingCurrency, kind, productCode].join(' ')))).toEqual(
      new Set(['USDC OPTION BE', 'USDC OPTION JC', 'USDC FUTURE BX', 'BTC FUTURE BB', 'ETH FUTURE EF', 'EOS FUTURE EO', 'XRP FUTURE XR']),
    )
  })

  it('starts while the venue is down, and connects when it is back', async () => {
    const first = await startVenue()
    const port = Number(new URL(first.restUrl).port)
    await first.close()
    const venue = startAdapter(first)
    const listener = watch()
    await venue.connect(listener)
    expect(venue.health()).toMatchObject({ state: 'CONNECTING', lastMessageAt: undefined })
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'UNKNOWN' })
    await startVenue({ port })
    await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTED'), PATIENCE)
    await vi.waitFor(() => expect(listener.seen.marks.size).toBe(listener.seen.instruments.size), PATIENCE)
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'DONE', value: { accountName: 'MAKER' } })
  })

  it('reports nothing once it is closed', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const { seen } = await connected(venue)
    await venue.close()
    seen.marks.clear()
    simulator.step(60_000)
    expect(venue.health().state).toBe('CLOSED')
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(seen.marks.size).toBe(0)
  })
})

describe('a block at Bybit', { timeout: 120_000 }, () => {
  it('is held by both accounts as agreed, sold by the maker and bought by the taker', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callAt(venue, simulator)
    const settled = done(await venue.executeBlock(block, done(await venue.verifyBlock(block, parties)), parties))
    const { name } = block.legs[0]!.instrument
    expect([...simulator.holding('maker').positions]).toEqual([[name, -1_000_000]])
    expect([...simulator.holding('taker').positions]).toEqual([[name, 1_000_000]])
    const worth = BigInt(block.legs[0]!.price) * 1_000_000n
    expect(simulator.holding('maker').cash).toBeLessThan(worth)
    expect(simulator.holding('taker').cash).toBeLessThan(-worth)
    expect(simulator.rfqs()).toMatchObject([{ rfqId: settled.venueTradeId, status: 'Filled' }])
  })

  it.each(['/v5/rfq/config', '/v5/rfq/create-rfq', '/v5/rfq/create-quote'])(
    'is verified by asking again where the answer of %s was lost, with one RFQ and one quote',
    async (path) => {
      const simulator = await startVenue()
      const venue = startAdapter(simulator)
      const block = await callAt(venue, simulator)
      simulator.faults.order({ method: path, fault: { kind: 'DISCONNECT_AFTER' }, times: 1 })
      expect(await venue.verifyBlock(block, parties)).toMatchObject({ outcome: 'UNKNOWN' })
      const verification = done(await venue.verifyBlock(block, parties))
      expect(done(await venue.verifyBlock(block, parties)).signature).toBe(verification.signature)
      done(await venue.executeBlock(block, verification, parties))
      expect(simulator.rfqs()).toHaveLength(1)
      expect(simulator.blocks()).toHaveLength(1)
    },
  )

  it('waits for another RFQ to end if the account has ten open, and is then verified', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callAt(venue, simulator)
    const others = Array.from({ length: 10 }, (_, index) => ({ ...block, nonce: `other ${index}` }))
    const verified = await Promise.all(others.map(async (other) => done(await venue.verifyBlock(other, parties))))
    expect(await venue.verifyBlock(block, parties)).toMatchObject({ outcome: 'UNKNOWN' })
    done(await venue.executeBlock(others[0]!, verified[0]!, parties))
    done(await venue.verifyBlock(block, parties))
  })

  it('names the owner of the key that the venue refused', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callAt(venue, simulator)
    const gone = { clientId: 'withdrawn', clientSecret: 'x' }
    const answers = await Promise.all(
      [
        { ...parties, maker: gone },
        { ...parties, taker: gone },
      ].map((both) => venue.verifyBlock(block, both)),
    )
    expect(answers).toMatchObject([
      { outcome: 'REJECTED', code: '10003', message: expect.stringMatching(/^Maker's account: /) },
      { outcome: 'REJECTED', code: '10003', message: expect.stringMatching(/^Taker's account: /) },
    ])
  })

  it('frees the RFQ of a maker who cannot quote it', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callAt(venue, simulator)
    const offGrid = { ...block, legs: block.legs.map((leg) => ({ ...leg, price: (leg.price + 1) as Price })) }
    expect(await venue.verifyBlock(offGrid, parties)).toMatchObject({ outcome: 'REJECTED', code: '10001' })
    expect(simulator.rfqs()).toMatchObject([{ status: 'Canceled' }])
  })

  it.each([
    ['the taker', { ...TAKER, balance: 1 }, MAKER, "(taker's side)"],
    ['the maker', TAKER, { ...MAKER, balance: 1 }, "(maker's side)"],
  ])('fails as a whole with a message if %s has too little margin, and never happened', async (_who, taker, maker, words) => {
    const simulator = await startVenue({ accounts: [maker, taker] })
    const venue = startAdapter(simulator)
    const block = await callAt(venue, simulator)
    const verification = done(await venue.verifyBlock(block, parties))
    const answer = await venue.executeBlock(block, verification, parties)
    expect(answer).toMatchObject({ outcome: 'REJECTED', code: '110007', message: expect.stringContaining(words) })
    for (const party of [MAKER, TAKER]) expect(done(await venue.findBlock(block, party))).toBe('NEVER_HAPPENED')
    expect([...simulator.holding('maker').positions]).toEqual([])
  })

  it('waits while the venue has not reported the outcome, and asks again', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await callAt(venue, simulator)
    const verification = done(await venue.verifyBlock(block, parties))
    const lost = { kind: 'REJECT', code: 10016, message: 'server error' } as const
    simulator.faults.order({ method: '/v5/rfq/trade-list', fault: lost, times: 3 })
    expect(await venue.executeBlock(block, verification, parties)).toMatchObject({ outcome: 'DONE' })
  })

  it('continues after the venue went down in the middle of it, and remains in its record', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-bybit-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const simulator = await startVenue({ dataDir })
    const venue = startAdapter(simulator, { callTimeoutMs: 500 })
    const block = await callAt(venue, simulator)
    const verification = done(await venue.verifyBlock(block, parties))
    simulator.faults.order({ method: '/v5/rfq/execute-quote', fault: { kind: 'DISCONNECT_AFTER' }, times: 1 })
    expect(await venue.executeBlock(block, verification, parties)).toMatchObject({ outcome: 'UNKNOWN' })
    await simulator.close()
    const again = await startVenue({ dataDir })
    const restarted = startAdapter(again)
    await vi.waitFor(async () => {
      expect(done(await restarted.findBlock(block, MAKER))).toMatchObject({ venueTradeId: verification.signature.split('.')[1] })
    }, PATIENCE)
    await again.close()
    const third = await startVenue({ dataDir })
    const { name } = block.legs[0]!.instrument
    expect([third.holding('maker').positions.get(name), third.holding('taker').positions.get(name)]).toEqual([-1_000_000, 1_000_000])
    expect(third.blocks()).toHaveLength(1)
  })

  it('is not attempted in the last half hour before a contract settles', async () => {
    const at = Date.UTC(2026, 10, 22, 7, 31)
    const simulator = await startVenue({ now: () => at })
    const venue = startAdapter(simulator, { now: () => at })
    const ending = (await venue.instruments()).find((row) => row.expiresAt === Date.UTC(2026, 10, 22, 8))!
    const block = await callAt(venue, simulator, at)
    const answer = await venue.verifyBlock({ ...block, legs: [{ ...block.legs[0]!, instrument: ending }] }, parties)
    expect(answer).toMatchObject({ outcome: 'REJECTED', code: 'SETTLES_SOON', message: expect.stringContaining(ending.name) })
    expect(simulator.calls('/v5/rfq/create-rfq')).toBe(0)
  })

  it.each([-240_000, 240_000])('is signed at the time of the venue although our clock is %d ms off', async (offMs) => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator, { now: () => Date.now() + offMs })
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'DONE' })
  })

  it("reads the venue's clock again if the venue refuses the time", async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const wrongClock = { kind: 'REJECT', code: 10002, message: 'invalid request, please check your server timestamp' } as const
    simulator.faults.order({ method: '/v5/user/query-api', fault: wrongClock, times: 1 })
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'DONE' })
    // Once more for the check of our own clock.
    expect(simulator.calls('/v5/market/time')).toBe(3)
  })

  it('keeps to the limits of the venue: ninety blocks looked up at once are all answered', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = { nonce: 'none', at: Date.now(), legs: [] }
    const answers = await Promise.all(Array.from({ length: 90 }, () => venue.findBlock(block, MAKER)))
    expect(answers.filter(({ outcome }) => outcome !== 'DONE')).toEqual([])
  })
})
