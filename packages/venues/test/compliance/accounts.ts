/** Credentials open only their own account, and the venue reports its contents. */
import { expect, it } from 'vitest'
import { opposite } from '@parley/core'
import type { Block, Settled } from '../../src/port/venue-answers.ts'
import type { RecordedBlock } from '../../src/port/venue-port.ts'
import type { Disruption, VenueHarness, WithVenue } from './harness.ts'
import { done, sampleBlock, settle } from './sample-block.ts'

export function accounts(withVenue: WithVenue): void {
  keys(withVenue)
  holdings(withVenue)
  record(withVenue)
}

function keys(withVenue: WithVenue): void {
  it(
    'names the account behind valid credentials, and reports its findings in sentences',
    withVenue(async ({ venue, maker }) => {
      const { accountName, mayRead, maySettle, findings } = done(await venue.checkAccount(maker))
      expect(accountName).toMatch(/./)
      expect({ mayRead, maySettle }).toEqual({ mayRead: true, maySettle: true })
      expect(new Set(findings.map(({ about }) => about)).size).toBe(findings.length)
      expect(findings.filter(({ verdict }) => verdict === 'BAD')).toEqual([])
      for (const { sentence } of findings) expect(sentence).toMatch(/^\S.*\.$/)
    }),
  )

  it(
    'reports what to change for a key that cannot trade blocks',
    withVenue(async ({ venue, reader }) => {
      const { maySettle, findings } = done(await venue.checkAccount(reader))
      expect(maySettle).toBe(false)
      expect(findings.some(({ verdict }) => verdict === 'BAD')).toBe(true)
    }),
  )

  it(
    'refuses unknown credentials for every call',
    withVenue(async ({ venue, nobody, now }) => {
      expect(await venue.checkAccount(nobody)).toMatchObject({ outcome: 'REJECTED' })
      expect(await venue.readHoldings(nobody)).toMatchObject({ outcome: 'REJECTED' })
      expect(await venue.readBlocks(nobody, 0, now())).toMatchObject({ outcome: 'REJECTED' })
    }),
  )
}

type Party = 'maker' | 'taker'
const PARTIES: readonly Party[] = ['maker', 'taker']

/** The legs of a block as one party sees them. */
const seenBy = (party: Party, { legs }: Block) =>
  legs.map(({ instrument, makerSide, price, quantity }) => ({
    instrumentName: instrument.name,
    side: party === 'maker' ? makerSide : opposite(makerSide),
    ...{ price, quantity },
  }))

function holdings(withVenue: WithVenue): void {
  it(
    'shows a settled block to both parties, in their holdings and in their records',
    withVenue(async (harness) => {
      const block = await sampleBlock(harness)
      const settled = done(await settle(harness, block))
      for (const party of PARTIES) {
        await expectHeld(harness, party, block)
        await expectRecorded(harness, party, block, settled)
      }
    }),
  )

  it.each<Disruption>(['DISCONNECT_BEFORE', 'BUSY'])('leaves open what an account holds when the answer does not come (%s)', (how) =>
    withVenue(async ({ venue, maker, disrupt, now }) => {
      disrupt('HOLDINGS', how)
      expect(await venue.readHoldings(maker)).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: expect.any(Number) })
      disrupt('BLOCKS', how)
      expect(await venue.readBlocks(maker, 0, now())).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: expect.any(Number) })
      done(await venue.readHoldings(maker))
    })(),
  )
}

async function expectHeld({ venue, ...keysOf }: VenueHarness, party: Party, block: Block): Promise<void> {
  const { positions, balances } = done(await venue.readHoldings(keysOf[party]))
  const byName = (one: { readonly name: string }, other: { readonly name: string }): number => (one.name < other.name ? -1 : 1)
  expect(positions.map((one) => ({ name: one.instrumentName, quantity: one.quantity, price: one.averagePrice })).sort(byName)).toEqual(
    seenBy(party, block)
      .map((leg) => ({ name: leg.instrumentName, quantity: leg.side === 'BUY' ? leg.quantity : -leg.quantity, price: leg.price }))
      .sort(byName),
  )
  expect(balances.length).toBeGreaterThan(0)
}

async function expectRecorded({ venue, ...harness }: VenueHarness, party: Party, block: Block, settled: Settled): Promise<void> {
  const read = async (from: number, to: number): Promise<readonly RecordedBlock[]> => done(await venue.readBlocks(harness[party], from, to))
  const [shown, ...others] = await read(settled.at, settled.at + 1)
  expect(others).toEqual([])
  expect(shown).toMatchObject({ venueTradeId: settled.venueTradeId, at: settled.at, role: party === 'maker' ? 'MAKER' : 'TAKER' })
  expect(shown!.legs).toMatchObject(seenBy(party, block))
  for (const { fee, feeCurrency } of shown!.legs)
    expect([Number.isSafeInteger(fee), feeCurrency]).toEqual([true, expect.stringMatching(/./)])
  expect(await read(settled.at - 60_000, settled.at)).toEqual([])
  expect(await read(settled.at + 1, settled.at + 60_000)).toEqual([])
}

/** More rows than two of the venue's longest pages. */
const MANY = 230

function record(withVenue: WithVenue): void {
  it(
    'reads a long record to its end, oldest first, and fails if it is longer than the venue shows',
    withVenue(async (harness) => {
      const { venue, taker, now, readableBlocks } = harness
      const count = Math.min(MANY, readableBlocks)
      const [instrument] = await venue.instruments()
      const first = now() - 2 * MANY * 1_000
      const leg = { instrument: instrument!, makerSide: 'BUY', price: instrument!.tickSize, quantity: instrument!.minBlockSize } as const
      const add = (at: number): void => harness.addToRecord({ nonce: `added-${at}`, at, legs: [leg] })
      const moments = Array.from({ length: count }, (_, index) => first + index * 1_000)
      moments.forEach(add)
      const shown = done(await venue.readBlocks(taker, first + 1_000, now()))
      expect(shown.map(({ at }) => at)).toEqual(moments.slice(1))
      expect(new Set(shown.map(({ venueTradeId }) => venueTradeId)).size).toBe(count - 1)
      if (count === MANY) return
      add(first + count * 1_000)
      expect(await venue.readBlocks(taker, first, now())).toMatchObject({ outcome: 'UNKNOWN' })
    }),
  )
}
