/**
 * The operator's chain node, asked at a pace: providers allow tens of calls a second. Each desk has a pace of its own and waits only for itself,
 * because a shared queue would show when others bid (rulebook 19.8). Its commands go first. Its other readings are kept until the next block, and
 * refused if they would have to wait for more than a second.
 */
import type { Chain, ChainAnswer } from '@parley/chain'
import type { DeskId } from '@parley/core'
import { createPacer, NOT_SENT, type Asking, type Pace } from '@parley/venues'
import { createKeptReads } from '../queues/joined-reads.ts'
import { auctionLimits as limits } from './limits.ts'

export type PacedChain = {
  /** For settlements and for what a vault selects. It waits for no desk. */
  readonly common: Chain
  /** For what a desk's command depends on. Always read from the node. */
  ofCommand(desk: DeskId): Chain
  /** For reads of a desk, at most one block old. */
  ofReader(desk: DeskId, gone?: () => AbortSignal): Chain
}

/** How many calls of the node each reading takes. */
const CALLS = {
  ...{ domain: 1, offer: 1, optionToken: 3, token: 2, balance: 1, allowance: 1, isNonceUsed: 1, authorizedSigner: 1 },
  ...{ check: 1, averagePrice: 1, transaction: 2, newestBlock: 1 },
} as const satisfies Partial<Record<keyof Chain, number>>
type Reading = keyof typeof CALLS

const PACES = {
  ofDesk: { cost: 1, pool: 30, refillPerSecond: 10, kept: { fromReads: 15, fromOrders: 0 } },
  common: { cost: 1, pool: 60, refillPerSecond: 20 },
} as const satisfies Readonly<Record<string, Pace>>
const DESKS_MOST = 1_000

type PacedChainParts = {
  readonly chain: Chain
  readonly now: () => number
  readonly newestBlock: () => bigint | undefined
}

export function createPacedChain({ chain, now, newestBlock }: PacedChainParts): PacedChain {
  const common = createPacer(PACES, now)
  const desks = new Map<DeskId, typeof common>()
  const pacerOf = (desk: DeskId): typeof common => {
    const pacer = desks.get(desk) ?? createPacer(PACES, now)
    desks.delete(desk)
    desks.set(desk, pacer)
    if (desks.size > DESKS_MOST) desks.delete(desks.keys().next().value!)
    return pacer
  }
  const isGood = (answer: unknown): boolean => (answer as ChainAnswer<unknown>).outcome !== 'UNREACHABLE'
  const kept = createKeptReads({ now, keptMs: limits.readingLifeMs, isGood })
  const paced = async (reading: Reading, turn: () => Promise<number | undefined>, read: Read): Promise<ChainAnswer<unknown>> => {
    for (let call = 0; call < CALLS[reading]; call += 1)
      if ((await turn()) !== undefined) return { outcome: 'UNREACHABLE', reason: NOT_SENT }
    return read()
  }
  const ofDesk = (desk: DeskId, asking: Asking) => () => pacerOf(desk).turn('ofDesk', asking)
  return {
    common: readingBy(chain, (reading, _, read) => paced(reading, () => common.turn('common'), read)),
    ofCommand: (desk) => readingBy(chain, (reading, _, read) => paced(reading, ofDesk(desk, { urgency: 'ORDER' }), read)),
    ofReader: (desk, gone) =>
      readingBy(chain, (reading, about, read) =>
        kept.read(
          `${desk} ${newestBlock()} ${about}`,
          (signal) => paced(reading, ofDesk(desk, { urgency: 'READ', signal }), read),
          gone?.(),
        ),
      ),
  }
}

/** The demo's own chain has no provider that counts calls. */
export const withoutPace = (chain: Chain): PacedChain => ({ common: chain, ofCommand: () => chain, ofReader: () => chain })

type Read = () => Promise<ChainAnswer<unknown>>
type Run = (reading: Reading, about: string, read: Read) => Promise<ChainAnswer<unknown>>

/** The same chain, with each reading made by `run`. */
function readingBy(chain: Chain, run: Run): Chain {
  const reading =
    (name: Reading) =>
    (...given: readonly unknown[]) => {
      const read = chain[name] as (...given: readonly unknown[]) => Promise<ChainAnswer<unknown>>
      return run(name, `${name} ${JSON.stringify(given, exactly)}`, () => read.apply(chain, [...given]))
    }
  const readings = Object.fromEntries((Object.keys(CALLS) as Reading[]).map((name) => [name, reading(name)])) as Pick<Chain, Reading>
  return { chainId: chain.chainId, swap: chain.swap, watch: (fromBlock, listener) => chain.watch(fromBlock, listener), ...readings }
}

const exactly = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
