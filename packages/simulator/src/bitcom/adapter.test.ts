/** Tests of the bit.com adapter that go beyond the common compliance suite, against the simulated venue. */
import { createHmac } from 'node:crypto'
import WebSocket from 'ws'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { price, type Instrument, type Price } from '@parley/core'
import { createBitcomVenue, type BitcomVenueOptions, type Block, type Venue } from '@parley/venues'
import { connected, done } from '@parley/venues/compliance'
import { createBitcomSimulator, type BitcomSimulator, type BitcomSimulatorOptions } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'maker secret' }
const TAKER = { clientId: 'taker', clientSecret: 'taker secret' }
const PLATFORM = { clientId: 'platform', clientSecret: 'platform secret' }
const PARTIES = { maker: MAKER, taker: TAKER }
const PATIENCE = { timeout: 30_000, interval: 20 }
const POST_MAKER = 'private/POST blocktrades maker'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startVenue(options: BitcomSimulatorOptions = {}): Promise<BitcomSimulator> {
  const accounts = [MAKER, TAKER, { ...PLATFORM, scopes: ['read', 'platform:parley'] }].map((one) => ({ ...one, name: one.clientId }))
  const simulator = await createBitcomSimulator({ seed: 3, tickMs: 0, accounts, ...options })
  closing.push(simulator.close)
  return simulator
}

function startAdapter(simulator: BitcomSimulator, options: Partial<BitcomVenueOptions> = {}): Venue {
  const { url, socketUrl } = simulator
  const venue = createBitcomVenue({ url, socketUrl, blockSource: 'parley', callTimeoutMs: 4_000, ...options })
  closing.push(venue.close)
  return venue
}

async function perpetual(venue: Venue, simulator: BitcomSimulator): Promise<{ readonly instrument: Instrument; readonly at: Price }> {
  const instrument = (await venue.instruments()).find(({ name }) => name === 'BTC-USD-PERPETUAL')!
  return { instrument, at: price(simulator.market.prices.index('BTC').toFixed(0)) }
}

async function blockAt(venue: Venue, simulator: BitcomSimulator, nonce: string, at: number): Promise<Block> {
  const { instrument, at: level } = await perpetual(venue, simulator)
  return { nonce, at, legs: [{ instrument, makerSide: 'BUY', price: level, quantity: instrument.minBlockSize }] }
}

describe('the bit.com adapter', { timeout: 60_000 }, () => {
  it.each([-240_000, 240_000])('settles although our clock is %d ms off, and finds what it settled', async (offMs) => {
    const simulator = await startVenue()
    const now = (): number => Date.now() + offMs
    const venue = startAdapter(simulator, { now })
    const block = await blockAt(venue, simulator, 'skewed', now())
    const verification = done(await venue.verifyBlock(block, PARTIES))
    simulator.faults.order({ method: 'private/POST blocktrades taker', fault: { kind: 'DISCONNECT_AFTER' }, times: 1 })
    expect(await venue.executeBlock(block, verification, PARTIES)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await venue.findBlock(block, TAKER)).toMatchObject({ outcome: 'DONE', value: { venueTradeId: 'skewed' } })
  })

  it('measures the time again when the venue refuses it, and continues', async () => {
    const simulator = await startVenue()
    let jumped = 0
    const venue = startAdapter(simulator, { now: () => Date.now() + jumped })
    done(await venue.checkAccount(MAKER))
    jumped = 120_000
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'UNKNOWN', message: expect.stringContaining('timestamp') })
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'DONE' })
  })

  it("posts the maker's side once if its response was lost", async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await blockAt(venue, simulator, 'once', Date.now())
    simulator.faults.order({ method: POST_MAKER, fault: { kind: 'DISCONNECT_AFTER' }, times: 1 })
    expect(await venue.verifyBlock(block, PARTIES)).toMatchObject({ outcome: 'UNKNOWN' })
    // A second post would be refused with this message.
    simulator.faults.order({ method: POST_MAKER, fault: { kind: 'REJECT', code: 18_100_106, message: 'label already exists' } })
    const verification = done(await venue.verifyBlock(block, PARTIES))
    expect(await venue.executeBlock(block, verification, PARTIES)).toMatchObject({ outcome: 'DONE' })
    expect(simulator.blocks()).toHaveLength(1)
  })

  it('changes both positions once, and the platform sees both sides', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = await blockAt(venue, simulator, 'positions', Date.now())
    done(await venue.executeBlock(block, done(await venue.verifyBlock(block, PARTIES)), PARTIES))
    expect([MAKER, TAKER].map(({ clientId }) => simulator.holdings(clientId).map(({ qty }) => qty))).toEqual([[0.01], [-0.01]])
    const rows = await signedGet(simulator, '/linear/v1/platform_blocktrades', { currency: 'USD', bt_source: 'parley', label: 'positions' })
    expect(rows.map((row) => [row['role'], row['status'], row['side']])).toEqual([
      ['taker', 'filled', 'sell'],
      ['maker', 'filled', 'buy'],
    ])
  })

  it('reads over REST the tickers and indices that the socket does not send', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator, { WebSocket: TickerlessSocket })
    const { seen } = await connected(venue)
    expect(seen.marks.size).toBe(0)
    await vi.waitFor(() => expect(seen.marks.size).toBeGreaterThan(0), PATIENCE)
    expect(seen.indices.size).toBeGreaterThan(0)
  })

  it('reports nothing once it is closed', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const { seen } = await connected(venue)
    await venue.close()
    seen.marks.clear()
    simulator.step(1_000)
    expect(venue.health().state).toBe('CLOSED')
    expect(await venue.checkAccount(MAKER)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(seen.marks.size).toBe(0)
  })
})

describe('the simulated bit.com', { timeout: 60_000 }, () => {
  it('accepts a list signed in its given order, and one signed in sorted order', async () => {
    const { url } = await startVenue()
    const trades = ['b', 'a'].map((name) => ({ instrument_id: name, price: '1', qty: '1', side: 'buy' }))
    const encoded = trades.map((trade) => Object.entries(trade).map(([name, value]) => `${name}=${value}`).join('&')) // prettier-ignore
    const timestamp = Date.now()
    const path = '/linear/v1/blocktrades'
    const send = async (list: readonly string[]): Promise<string> => {
      const params = { bt_source: 'parley', counterparty: '1002', label: 'x', role: 'maker', timestamp, trades }
      const text = `${path}&bt_source=parley&counterparty=1002&label=x&role=maker&timestamp=${timestamp}&trades=[${list.join('&')}]`
      const signature = createHmac('sha256', MAKER.clientSecret).update(text).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-bit-access-key': MAKER.clientId }
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify({ ...params, signature }) })
      return ((await answer.json()) as { message: string }).message
    }
    expect([await send(encoded), await send([...encoded].sort()), await send(['other'])]).toEqual([
      'instrument not found: b',
      'instrument not found: b',
      'signature is invalid',
    ])
  })
})

/** A socket that answers calls but sends no tickers, as if the venue had lost a subscription. */
class TickerlessSocket extends WebSocket {
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'message' && String(args[0]).includes('"channel":"ticker"') ? false : super.emit(event, ...args)
  }
}

async function signedGet(
  { url }: BitcomSimulator,
  path: string,
  given: Readonly<Record<string, string>>,
): Promise<readonly Record<string, unknown>[]> {
  const params: Record<string, string> = { ...given, timestamp: String(Date.now()) }
  const text = Object.keys(params).sort().map((name) => `${name}=${params[name]}`).join('&') // prettier-ignore
  const signature = createHmac('sha256', PLATFORM.clientSecret).update(`${path}&${text}`).digest('hex')
  const query = new URLSearchParams({ ...params, signature })
  const answer = await fetch(`${url}${path}?${query}`, { headers: { 'x-bit-access-key': PLATFORM.clientId } })
  return ((await answer.json()) as { data: readonly Record<string, unknown>[] }).data
}
