/**
 * A venue that settles in memory and misbehaves: slow in both directions, silent, busy, down, rejecting, or called twice. It executes a nonce once.
 */
import type { Instant, VenueCode } from '@parley/core'
import type { Block, Parties, Settled, Venue, VenueAnswer } from '@parley/venues'
import { blocksOf, checkOf, holdingsOf, type ExecutedBlock } from '../executed-accounts.ts'
import type { Timers } from '../../src/engine/timers.ts'
import type { Chance } from './chance.ts'

const WINDOW_MS = 5 * 60_000

export type MoodyVenue = {
  readonly venue: Venue
  readonly executed: ReadonlyMap<string, ExecutedBlock>
  /** Only reports that it is busy until then. */
  goDown(until: number): void
  calmDown(): void
}

export type VenueNeeds = { readonly code: VenueCode; readonly chance: Chance; readonly now: () => Instant; readonly timers: Timers }

export function createMoodyVenue({ code, chance, now, timers }: VenueNeeds): MoodyVenue {
  const executed = new Map<string, ExecutedBlock>()
  const consents = new Map<string, string>()
  let downUntil = 0
  let isCalm = false
  const strikes = (probability: number) => !isCalm && chance.happens(probability)
  const wait = (ms: number) => new Promise<void>((resolve) => void timers.wakeAt((now() + ms) as Instant, resolve))
  const unknown = (message: string) => ({ outcome: 'UNKNOWN', message, retryAfterMs: 1 + chance.below(2_000) }) as const

  /** The request arrives, is executed or not, and the response returns. The response may take long or never arrive. */
  async function call<T>(refusals: number, carryOut: () => VenueAnswer<T>): Promise<VenueAnswer<T>> {
    await wait(strikes(0.1) ? chance.below(8_000) : chance.below(200))
    if (now() < downUntil || strikes(0.05)) return unknown('busy')
    if (strikes(refusals)) return { outcome: 'REJECTED', code: '10009', message: 'not_enough_funds' }
    const answer = carryOut()
    await wait(strikes(0.05) ? chance.below(90_000) : chance.below(200))
    return strikes(0.08) ? unknown('the answer was lost') : answer
  }

  function execute(block: Block, signature: string, { maker, taker }: Parties): VenueAnswer<Settled> {
    const before = executed.get(block.nonce)
    const refused = (message: string) => ({ outcome: 'REJECTED', code: '11030', message }) as const
    // For a repeated block, some venues repeat their response, and others report that the nonce is used.
    if (before !== undefined) return chance.happens(0.5) ? { outcome: 'DONE', value: before.settled } : refused('nonce_is_used')
    if (consents.get(signature) !== JSON.stringify(block)) return refused('signature does not fit')
    if (now() > block.at + WINDOW_MS) return refused('signature has expired')
    const legs = block.legs.map(({ instrument, price, quantity }) => ({ instrumentName: instrument.name, price, quantity }))
    const settled: Settled = { venueTradeId: `${code}-BLOCK-${executed.size + 1}`, at: now(), legs }
    executed.set(block.nonce, { block, settled, maker: maker.clientId, taker: taker.clientId })
    return { outcome: 'DONE', value: settled }
  }

  const venue: Venue = {
    code,
    instruments: () => Promise.resolve([]),
    connect: () => Promise.resolve(),
    health: () => ({ state: 'CONNECTED', lastMessageAt: now() }),
    checkAccount: ({ clientId }) => call(0, () => ({ outcome: 'DONE', value: checkOf(clientId) })),
    readHoldings: ({ clientId }) => call(0, () => ({ outcome: 'DONE', value: holdingsOf([...executed.values()], clientId, now()) })),
    readBlocks: ({ clientId }, from, to) =>
      call(0, () => ({ outcome: 'DONE', value: blocksOf([...executed.values()], clientId, from, to) })),
    verifyBlock: (block) =>
      call(0.04, () => {
        const signature = `signed ${block.nonce}`
        consents.set(signature, JSON.stringify(block))
        return { outcome: 'DONE', value: { signature, expiresAt: block.at + WINDOW_MS } }
      }),
    executeBlock: (block, { signature }, parties) => call(0.04, () => execute(block, signature, parties)),
    findBlock: (block) =>
      call(0.02, () => {
        const absence = now() > block.at + WINDOW_MS ? 'NEVER_HAPPENED' : 'NOT_SO_FAR'
        return { outcome: 'DONE', value: executed.get(block.nonce)?.settled ?? absence }
      }),
    close: () => Promise.resolve(),
  }
  return {
    venue,
    executed,
    goDown: (until) => void (downUntil = until),
    calmDown() {
      isCalm = true
      downUntil = 0
    },
  }
}
