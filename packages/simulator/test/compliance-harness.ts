/** A simulated venue and its adapters for the compliance suite. Each venue adds only its own differences. */
import { formatPrice, formatQuantity } from '@parley/core'
import type { BlockVenue, VenueCredentials } from '@parley/venues'
import type { Answers, Disruption, Step, VenueHarness } from '@parley/venues/compliance'
import type { Fault, Faults } from '../src/exchange/faults.ts'
import type { Tamper } from '../src/exchange/tampering.ts'

type Account = { readonly clientId: string; readonly clientSecret: string; readonly name: string }

type SimulatedVenue = {
  readonly faults: Pick<Faults, 'order'>
  readonly tamper: Tamper
  readonly dropConnections: () => void
  readonly blocks: () => readonly unknown[]
  readonly close: () => Promise<void>
}

export type HarnessOf<Simulator extends SimulatedVenue> = {
  /** The call of each step, by the name under which faults are ordered. */
  readonly calls: Readonly<Record<Step, string>>
  /** The venue's response when it is busy. */
  readonly busy: { readonly code: number; readonly message: string }
  /** Scopes that allow neither reading nor trading. */
  readonly readingScopes: readonly string[]
  /** Unlimited by default. */
  readonly readableBlocks?: number
  readonly open: (options: {
    readonly seed: number
    readonly now: () => number
    readonly accounts: readonly (Account & { readonly scopes?: readonly string[] })[]
  }) => Promise<Simulator>
  readonly adapter: (simulator: Simulator, options: { readonly now: () => number; readonly callTimeoutMs?: number }) => BlockVenue
  /** Accounts and keys, for a venue with its own form of them. */
  readonly keys?: Readonly<Record<'maker' | 'taker' | 'reader' | 'nobody', VenueCredentials>>
}

const KEYS = {
  maker: { clientId: 'maker', clientSecret: 'maker secret' },
  taker: { clientId: 'taker', clientSecret: 'taker secret' },
  reader: { clientId: 'reader', clientSecret: 'reader secret' },
  nobody: { clientId: 'nobody', clientSecret: 'nothing' },
} as const

/** Saturday noon: the next 08:00 UTC, when the listing changes, is far away. */
const START = Date.UTC(2026, 10, 21, 12)

export async function complianceHarness<Simulator extends SimulatedVenue>(
  venue: HarnessOf<Simulator>,
  answers: Answers,
): Promise<VenueHarness> {
  const faultOf: Readonly<Record<Disruption, Fault>> = {
    LOSE_ANSWER: { kind: 'LOSE_ANSWER' },
    DISCONNECT_BEFORE: { kind: 'DISCONNECT_BEFORE' },
    DISCONNECT_AFTER: { kind: 'DISCONNECT_AFTER' },
    ANSWER_TWICE: { kind: 'ANSWER_TWICE' },
    BUSY: { kind: 'REJECT', ...venue.busy },
  }
  const began = Date.now()
  let moved = 0
  const now = (): number => START + (Date.now() - began) + moved
  const { maker, taker, reader, nobody } = venue.keys ?? KEYS
  const simulator = await venue.open({
    seed: 11,
    now,
    accounts: [
      { ...maker, name: 'Maker' },
      { ...taker, name: 'Taker' },
      { ...reader, name: 'Reader', scopes: venue.readingScopes },
    ],
  })
  const opened: BlockVenue[] = []
  const adapter = (): BlockVenue => {
    // Long enough for a slow machine, short enough to wait for a response that never comes.
    const one = venue.adapter(simulator, { now, ...(answers === 'MAY_BE_LOST' ? { callTimeoutMs: 4_000 } : {}) })
    opened.push(one)
    return one
  }
  return {
    venue: adapter(),
    maker,
    taker,
    reader,
    nobody,
    blockWindowMs: 5 * 60_000,
    readableBlocks: venue.readableBlocks ?? Infinity,
    now,
    advance: (ms) => {
      moved += ms
    },
    disrupt: (step, how) => simulator.faults.order({ method: venue.calls[step], fault: faultOf[how], times: 1 }),
    delay: (step, delayMs) => simulator.faults.order({ method: venue.calls[step], fault: { kind: 'DELAY', delayMs }, times: 1 }),
    dropConnections: simulator.dropConnections,
    addToRecord: ({ at, legs }) => {
      const added = simulator.tamper({
        ...{ kind: 'ADD', maker: maker.clientId, taker: taker.clientId, at },
        legs: legs.map(({ instrument, makerSide, price, quantity }) => ({
          ...{ instrument: instrument.name, makerSide, price: formatPrice(price), quantity: formatQuantity(quantity) },
        })),
      })
      if (added === undefined) throw new Error('the venue knows no such contract or party')
    },
    executed: () => simulator.blocks().length,
    restartAdapter: async () => adapter(),
    close: async () => {
      await Promise.all(opened.map((one) => one.close()))
      await simulator.close()
    },
  }
}
