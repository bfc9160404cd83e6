/** The requests of the past: who asks when, and how it ends. Pure: the same seed and days make the same list. */
import { between, weighted } from '../../desks/chance.ts'
import type { DeskMarket } from '../../desks/market-view.ts'
import { createRandom } from '../../exchange/random.ts'
import { MARKETS, roster } from '../roster.ts'

export type PastRequest = {
  readonly at: number
  readonly taker: string
  readonly market: DeskMarket
  readonly kind: 'DIRECT' | 'ORDER_BOOK'
  readonly ends: 'TRADED' | 'CANCELED' | 'EXPIRED'
  /** How long the taker looks at the quotes. */
  readonly patienceMs: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const PER_DAY = 16
/** Negotiations follow each other: the next begins when the one before has certainly ended. */
const APART_MS = 240_000
/** No request is open any more when the live market starts. */
const LAST_BEFORE_MS = HOUR_MS
/** The venues settle the day's expiries then, so no desk asks. */
const SETTLEMENT = { hour: 8, marginMs: 600_000 } as const

const ENDS = [['TRADED', 62], ['CANCELED', 22], ['EXPIRED', 16]] as const // prettier-ignore
const KINDS = [['DIRECT', 4], ['ORDER_BOOK', 1]] as const // prettier-ignore
/** Blocks that both desks book by hand, and perpetuals, are left to the present. */
const markets = MARKETS.filter(({ asks, weight }) => asks === undefined && weight > 0)
const takers = roster.filter(({ trades }) => trades === 'TAKER').map(({ ticker, isSimulated }) => [ticker, isSimulated ? 2 : 1.8] as const)

/** Oldest first. */
export function pastRequests(seed: number, { from, to }: { readonly from: number; readonly to: number }): readonly PastRequest[] {
  const random = createRandom(seed, 'requests of the past')
  const until = to - LAST_BEFORE_MS
  const count = Math.round(((until - from) / DAY_MS) * PER_DAY)
  const times = Array.from({ length: count }, () => Math.round(between(random, from, until))).sort((a, b) => a - b)
  const requests: PastRequest[] = []
  for (const time of times) {
    const at = afterSettlement(Math.max(time, (requests.at(-1)?.at ?? -Infinity) + APART_MS))
    const market = weighted(
      random,
      markets.map((one) => [one, one.weight] as const),
    )
    const request = {
      at,
      taker: weighted(random, takers),
      market,
      kind: weighted(random, KINDS),
      ends: weighted(random, ENDS),
      patienceMs: Math.round(between(random, 8_000, 120_000)),
    }
    if (at < until) requests.push(request)
  }
  return requests
}

function afterSettlement(at: number): number {
  const day = Math.floor(at / DAY_MS) * DAY_MS
  const settlement = day + SETTLEMENT.hour * HOUR_MS
  return Math.abs(at - settlement) < SETTLEMENT.marginMs ? settlement + SETTLEMENT.marginMs : at
}
