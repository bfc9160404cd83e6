/** Tests that do not apply to every venue: Deribit's daily settlement, tokens, limits and outages. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { price } from '@parley/core'
import { createDeribitVenue, type Block, type DeribitVenueOptions, type Venue } from '@parley/venues'
import { connected, done, PATIENCE, watch } from '@parley/venues/compliance'
import { createDeribitSimulator, type DeribitSimulator, type DeribitSimulatorOptions } from './simulator.ts'

const DESK = { clientId: 'desk', clientSecret: 'secret' }

async function startVenue(options: DeribitSimulatorOptions = {}): Promise<DeribitSimulator> {
  const simulator = await createDeribitSimulator({ seed: 2, tickMs: 0, accounts: [{ ...DESK, name: 'Desk' }], ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

function startAdapter(options: DeribitVenueOptions): Venue {
  const venue = createDeribitVenue(options)
  onTestFinished(() => venue.close())
  return venue
}

describe('the Deribit adapter', { timeout: 120_000 }, () => {
  it('updates the listed and expired instruments at 08:00 UTC, and receives marks of the new ones', async () => {
    let at = Date.UTC(2026, 10, 22, 7, 59, 58)
    const simulator = await startVenue({ now: () => at })
    const venue = startAdapter({ url: simulator.url })
    const before = await venue.instruments()
    const { seen } = await connected(venue)
    at += 4_000
    simulator.step(4_000)
    await vi.waitFor(() => expect(seen.instruments.size).toBeGreaterThan(0), PATIENCE)
    const [expired, listed] = ['EXPIRED', 'ACTIVE'].map((state) => [...seen.instruments.values()].filter((row) => row.state === state))
    expect(expired!.map((row) => row.name).sort()).toEqual(
      before
        .filter((row) => row.expiresAt === Date.UTC(2026, 10, 22, 8))
        .map((row) => row.name)
        .sort(),
    )
    expect(listed!.some((row) => row.expiresAt === Date.UTC(2026, 10, 25, 8))).toBe(true)
    await vi.waitFor(() => expect(listed!.every((row) => seen.marks.has(row.id))).toBe(true), PATIENCE)
  })

  it('refreshes a session before its token runs out', async () => {
    const simulator = await startVenue({ tokenLifeS: 2 })
    const venue = startAdapter({ url: simulator.url })
    expect(await venue.checkAccount(DESK)).toMatchObject({ outcome: 'DONE' })
    // One call to sign in, the others to refresh: by the third, the first token has long expired.
    await vi.waitFor(() => expect(simulator.calls('public/auth')).toBeGreaterThanOrEqual(3), PATIENCE)
    expect(await venue.checkAccount(DESK)).toMatchObject({ outcome: 'DONE' })
    expect(simulator.calls('public/get_time')).toBe(1)
  })

  it('opens one connection for a key, even for many concurrent calls', async () => {
    const simulator = await startVenue()
    const venue = startAdapter({ url: simulator.url })
    await Promise.all(Array.from({ length: 10 }, () => venue.checkAccount(DESK)))
    expect(simulator.calls('public/auth')).toBe(1)
  })

  it('starts while the venue is down, and connects when it is back', async () => {
    const first = await startVenue()
    const port = Number(new URL(first.url).port)
    await first.close()
    const venue = startAdapter({ url: first.url })
    const listener = watch()
    await venue.connect(listener)
    expect(venue.health()).toMatchObject({ state: 'CONNECTING', lastMessageAt: undefined })
    expect(await venue.checkAccount(DESK)).toMatchObject({ outcome: 'UNKNOWN' })
    await startVenue({ port })
    await vi.waitFor(() => expect(venue.health().state).toBe('CONNECTED'), PATIENCE)
    await vi.waitFor(() => expect(listener.seen.marks.size).toBe(listener.seen.instruments.size), PATIENCE)
    expect(await venue.checkAccount(DESK)).toMatchObject({ outcome: 'DONE' })
  })

  it('reconnects after the venue disconnects it for too many requests', async () => {
    const simulator = await startVenue()
    const venue = startAdapter({ url: simulator.url })
    simulator.faults.order({ method: 'public/subscribe', fault: { kind: 'REJECT', code: 10028, message: 'too_many_requests' }, times: 2 })
    const { seen } = await connected(venue)
    await vi.waitFor(() => expect(seen.marks.size).toBe(seen.instruments.size), PATIENCE)
  })

  it('keeps to the credits of the venue: ninety blocks looked up at once do not cost the connection', async () => {
    const simulator = await startVenue()
    const venue = startAdapter({ url: simulator.url })
    const block = { nonce: 'none', at: Date.now(), legs: [] }
    const answers = await Promise.all(Array.from({ length: 90 }, () => venue.findBlock(block, DESK)))
    expect(new Set(answers.map((answer) => answer.outcome))).toEqual(new Set(['DONE']))
    expect(simulator.calls('public/auth')).toBe(1)
  })

  it.each([-240_000, 240_000])('finds a block whose answer was lost although our clock is %d ms off', async (offMs) => {
    const other = { clientId: 'other', clientSecret: 'secret' }
    const simulator = await startVenue({ accounts: [DESK, other].map((account) => ({ ...account, name: account.clientId })) })
    const now = (): number => Date.now() + offMs
    const venue = startAdapter({ url: simulator.url, now })
    const instrument = (await venue.instruments()).find((row) => row.name === 'BTC-PERPETUAL')!
    const at = price(simulator.market.index('BTC').toFixed(0))
    const block: Block = {
      nonce: 'skewed',
      at: now(),
      legs: [{ instrument, makerSide: 'BUY', price: at, quantity: instrument.minBlockSize }],
    }
    const parties = { maker: DESK, taker: other }
    const verified = await venue.verifyBlock(block, parties)
    simulator.faults.order({ method: 'private/execute_block_trade', fault: { kind: 'DISCONNECT_AFTER' }, times: 1 })
    expect(await venue.executeBlock(block, done(verified), parties)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await venue.findBlock(block, other)).toMatchObject({ outcome: 'DONE', value: { venueTradeId: 'BLOCK-1' } })
  })

  it('reports nothing once it is closed', async () => {
    const simulator = await startVenue()
    const venue = startAdapter({ url: simulator.url })
    const { seen } = await connected(venue)
    await venue.close()
    seen.marks.clear()
    simulator.step(1_000)
    expect(venue.health().state).toBe('CLOSED')
    expect(await venue.checkAccount(DESK)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(seen.marks.size).toBe(0)
  })
})
