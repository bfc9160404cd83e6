/** Accounts at bit.com through the adapter: keys, holdings, a record that can be tampered with, pauses, and the coin-margined family. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { products, type Instrument, type Price, type Quantity } from '@parley/core'
import { createBitcomVenue, type AccountFinding, type BitcomVenueOptions, type Block, type VenueCredentials } from '@parley/venues'
import { connected, done, PATIENCE, watch } from '@parley/venues/compliance'
import type { BitcomAccount } from './accounts.ts'
import { createBitcomSimulator, type BitcomSimulator, type BitcomSimulatorOptions } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }
/** The key that replaces the taker's. */
const NEXT = { clientId: 'next', clientSecret: 'n', name: 'Taker', user: 'taker' }
const PARTIES = { maker: MAKER, taker: TAKER }
const DAY = 86_400_000

async function startVenue({ accounts = [], ...options }: BitcomSimulatorOptions = {}): Promise<BitcomSimulator> {
  const simulator = await createBitcomSimulator({ seed: 3, tickMs: 0, accounts: [MAKER, TAKER, NEXT, ...accounts], ...options })
  onTestFinished(() => simulator.close())
  return simulator
}

function startAdapter({ url, socketUrl }: BitcomSimulator, options: Partial<BitcomVenueOptions> = {}) {
  const venue = createBitcomVenue({ url, socketUrl, blockSource: 'parley', callTimeoutMs: 4_000, ...options })
  onTestFinished(() => venue.close())
  return venue
}
type Adapter = ReturnType<typeof startAdapter>

const finding = (findings: readonly AccountFinding[], about: AccountFinding['about']) => findings.find((one) => one.about === about)
const settle = async (venue: Adapter, block: Block) =>
  done(await venue.executeBlock(block, done(await venue.verifyBlock(block, PARTIES)), PARTIES))
const blocksOf = async (venue: Adapter, party: VenueCredentials) =>
  done(await venue.readBlocks(party, Date.now() - 40 * DAY, Date.now() + 1))

/** A block in which the maker buys at the mark. */
function blockOf(simulator: BitcomSimulator, nonce: string, instruments: readonly Instrument[]): Block {
  const legs = instruments.map((instrument) => {
    const { mark } = simulator.market.stand(simulator.market.instrument(instrument.name)!)
    const price = (Math.round((mark * 1e8) / instrument.tickSize) * instrument.tickSize) as Price
    return { instrument, makerSide: 'BUY' as const, price, quantity: instrument.minBlockSize }
  })
  return { nonce, at: Date.now(), legs }
}

describe('a key at bit.com', { timeout: 60_000 }, () => {
  it('is reported as good, with its owner and with what bit.com does not report', async () => {
    const check = done(await startAdapter(await startVenue()).checkAccount(MAKER))
    expect(check).toMatchObject({ accountName: '1001', accountId: '1001', mode: 'unified, regular margin', mayRead: true, maySettle: true })
    expect(check.findings.filter(({ verdict }) => verdict === 'GOOD').map(({ about }) => about)).toEqual(['KEY', 'READ', 'MODE', 'BLOCK_TRADE', 'CLOCK']) // prettier-ignore
    expect(check.findings.filter(({ verdict }) => verdict === 'NOT_SAID').map(({ about }) => about)).toEqual(['TRADE', 'WITHDRAW', 'ADDRESSES', 'KEY_END']) // prettier-ignore
  })

  it.each<readonly [Partial<BitcomAccount>, AccountFinding['about'], boolean, object]>([
    [{ scopes: ['read', 'trade'] }, 'BLOCK_TRADE', false, { verdict: 'BAD', venueWords: 'block_trade_permission: false' }],
    [{ mode: 'classic', margin: 'portfolio_margin' }, 'MODE', true, { verdict: 'GOOD', venueWords: 'account_mode: classic' }],
    [{ mode: 'switching' }, 'MODE', false, { verdict: 'BAD', venueWords: 'account_mode: switching' }],
  ])('of an account with %j: %s, it settles %s', async (kind, about, maySettle, found) => {
    const key = { clientId: 'key', clientSecret: 's', name: 'Key', ...kind }
    const check = done(await startAdapter(await startVenue({ accounts: [key] })).checkAccount(key))
    expect(check.maySettle).toBe(maySettle)
    expect(finding(check.findings, about)).toMatchObject(found)
  })

  it('that bit.com does not recognise is refused with a message, and so is one that cannot read', async () => {
    const blind = { clientId: 'blind', clientSecret: 's', name: 'Blind', scopes: ['trade'] }
    const venue = startAdapter(await startVenue({ accounts: [blind] }))
    expect(await venue.checkAccount({ ...MAKER, clientId: 'nobody' })).toMatchObject({ outcome: 'REJECTED', code: '412', message: expect.stringMatching(/^bit\.com does not recognise the key.*AkId is invalid\)\.$/) }) // prettier-ignore
    expect(await venue.checkAccount(blind)).toMatchObject({ outcome: 'REJECTED', code: '18100105' })
  })

  it.each([
    [20_000, 'WARNING'],
    [-5_000_000, 'BAD'],
  ])('works with our clock %d ms off', async (offMs, verdict) => {
    const { findings } = done(await startAdapter(await startVenue(), { now: () => Date.now() + offMs }).checkAccount(MAKER))
    expect(finding(findings, 'CLOCK')).toMatchObject({ verdict })
  })
})

describe('the record of an account at bit.com', { timeout: 60_000 }, () => {
  it('shows each key of a user its own side, fee and money, and the record after tampering', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const perpetual = (await venue.instruments()).find(({ name }) => name === 'BTC-USD-PERPETUAL')!
    const block = blockOf(simulator, 'real', [perpetual])
    await settle(venue, block)
    const [shown] = await blocksOf(venue, NEXT)
    expect(shown).toMatchObject({ venueTradeId: 'real', role: 'TAKER', counterparty: '1001', legs: [{ side: 'SELL', feeCurrency: 'USD' }] })
    // 0.05 % of the underlying for the taker, 0.02 % for the maker.
    const [made] = await blocksOf(venue, MAKER)
    expect(made!.legs[0]!.fee / shown!.legs[0]!.fee).toBeCloseTo(0.4, 6)
    const { balances, positions } = done(await venue.readHoldings(TAKER))
    expect(positions).toMatchObject([{ instrumentName: perpetual.name, quantity: -perpetual.minBlockSize }])
    expect(balances.map(({ currency }) => currency)).toEqual(['USD', 'BTC', 'ETH'])
    expect(balances[0]!.equity).toBeCloseTo(1_000_000_000 - shown!.legs[0]!.fee / 1e8, -1)

    const alter = (change: object) => simulator.tamper({ kind: 'ALTER', block: 'real', leg: 0, ...change })
    for (const change of [{ price: '5' }, { quantity: '7' }, { fee: { of: 'MAKER', amount: '3.5' } }]) expect(alter(change)).toBe('real')
    const added = { instrument: perpetual.name, makerSide: 'SELL', price: '5', quantity: '2', takerFee: '0.5' } as const
    const id = simulator.tamper({ kind: 'ADD', maker: 'maker', taker: 'next', at: Date.now() - 20 * DAY, legs: [added] })
    expect(await blocksOf(venue, TAKER)).toMatchObject([{ venueTradeId: id, legs: [{ side: 'BUY', fee: 0.5e8 }] }, { legs: [{ price: 5e8, quantity: 7e6 }] }]) // prettier-ignore
    expect(await blocksOf(venue, MAKER)).toMatchObject([{ venueTradeId: id, legs: [{ fee: 0 }] }, { legs: [{ price: 5e8, fee: 3.5e8 }] }])
    expect(simulator.tamper({ kind: 'REMOVE', block: 'real' })).toBe('real')
    expect([alter({ price: '1' }), simulator.tamper({ kind: 'REMOVE', block: 'real' })]).toEqual([undefined, undefined])
    expect(await blocksOf(venue, MAKER)).toHaveLength(1)
    expect(simulator.blocks()).toHaveLength(1)
  })

  it('refuses a block that exceeds the margin of either party', async () => {
    const poor = { clientId: 'poor', clientSecret: 's', name: 'Poor', balance: 10 }
    const simulator = await startVenue({ accounts: [poor] })
    const venue = startAdapter(simulator)
    const perpetual = (await venue.instruments()).find(({ name }) => name === 'BTC-USD-PERPETUAL')!
    const block = blockOf(simulator, 'dear', [perpetual])
    const parties = { maker: MAKER, taker: poor }
    expect(await venue.executeBlock(block, done(await venue.verifyBlock(block, parties)), parties)).toMatchObject({ outcome: 'REJECTED', code: '18100109', message: 'margin of the taker is not enough' }) // prettier-ignore
    expect(done(await venue.readHoldings(MAKER)).positions).toEqual([])
  })

  it('is unknown while the mode of the account is being changed', async () => {
    const key = { clientId: 'key', clientSecret: 's', name: 'Key', mode: 'switching' } as const
    expect(await startAdapter(await startVenue({ accounts: [key] })).readHoldings(key)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a pause of bit.com', { timeout: 60_000 }, () => {
  it('for maintenance is reported while the venue is cancel-only, and blocks wait for it', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator)
    const block = blockOf(simulator, 'waits', [(await venue.instruments())[0]!])
    simulator.maintain('BEGINS')
    const listener = watch()
    await venue.connect(listener)
    expect(venue.health()).toMatchObject({ state: 'CONNECTED', pause: 'MAINTENANCE' })
    expect(await venue.verifyBlock(block, PARTIES)).toMatchObject({ outcome: 'UNKNOWN' })
    simulator.maintain('ENDS')
    simulator.dropConnections()
    await vi.waitFor(
      () => expect(listener.seen.health.at(-1)).toMatchObject({ state: 'CONNECTED', roundTripMs: expect.any(Number) }),
      PATIENCE,
    )
    expect(listener.seen.health.some(({ pause }) => pause === 'MAINTENANCE')).toBe(true)
    // A dropped connection may still be in the pool.
    await vi.waitFor(async () => done(await venue.verifyBlock(block, PARTIES)), PATIENCE)
  })
})

/** The coin-margined products of one coin, as if they were active in the catalogue. */
const COIN_MARGINED = products.filter(({ code }) => code === 'BO' || code === 'BF')

describe('the coin-margined family of bit.com', { timeout: 60_000 }, () => {
  it('is not listed while none of its products is active in the catalogue', async () => {
    const listed = await startAdapter(await startVenue()).instruments()
    expect(new Set(listed.map(({ marginKind }) => marginKind))).toEqual(new Set(['LINEAR']))
  })

  it('is read over REST and the socket, settles on its own paths, and is held and recorded in its coin', async () => {
    const simulator = await startVenue()
    const venue = startAdapter(simulator, { products: COIN_MARGINED })
    const listed = await venue.instruments()
    expect(new Set(listed.map(({ productCode }) => productCode))).toEqual(new Set(['BO', 'BF']))
    const { seen } = await connected(venue)
    await vi.waitFor(() => expect(seen.marks.size).toBe(listed.length), PATIENCE)
    expect(seen.indices.get('BTC')).toBeGreaterThan(0)
    const option = listed.find(({ id, kind }) => kind === 'OPTION' && seen.marks.get(id)!.markPrice > 0.02)!
    expect(seen.marks.get(option.id)!.markPrice).toBeLessThan(1)
    const block = blockOf(simulator, 'coins', [option, listed.find(({ kind }) => kind === 'FUTURE')!])
    expect(await settle(venue, block)).toMatchObject({ venueTradeId: 'coins' })
    for (const party of [MAKER, TAKER]) expect(done(await venue.findBlock(block, party))).toMatchObject({ venueTradeId: 'coins' })
    expect(await blocksOf(venue, TAKER)).toMatchObject([{ venueTradeId: 'coins', legs: [{ feeCurrency: 'BTC' }, { feeCurrency: 'BTC' }] }])
    const { positions } = done(await venue.readHoldings(MAKER))
    expect(new Map(positions.map((one) => [one.instrumentName, one.quantity]))).toEqual(
      new Map<string, Quantity>(block.legs.map(({ instrument, quantity }) => [instrument.name, quantity])),
    )
    expect(await startAdapter(simulator).readBlocks(TAKER, 0, Date.now() + 1)).toEqual({ outcome: 'DONE', value: [] })
  })
})
