/** Funding of the simulated venue: it accrues continuously, and its history has an entry every five minutes. */
import type { Random } from '../exchange/random.ts'
import { COINS, FUNDING_HOURS, type ParadexCoin } from './chain.ts'

/** The rate of one funding period, as a fraction. The index is the amount that a contract has paid so far, in units of 1e-8 USDC. */
export type Funding = { readonly rate: number; readonly index: bigint }
export type FundingMoment = Funding & { readonly at: number }

const HOUR_MS = 3_600_000
const SAID_EVERY_MS = 300_000
const MAX_MOMENTS = 8 * 24 * 12
const CALM_RATE = 0.0001
const MAX_RATE = 0.002
const RATE_VOLATILITY_PER_HOUR = 0.0001

export function createFunding(now: () => number, random: Random, pastDays: number) {
  const funding = new Map<ParadexCoin, Funding>(COINS.map((coin) => [coin, { rate: CALM_RATE, index: 0n }]))
  const history = new Map<ParadexCoin, FundingMoment[]>(COINS.map((coin) => [coin, pastFunding(now(), random, pastDays)]))
  const note = (coin: ParadexCoin): void => {
    const own = history.get(coin)!
    const at = Math.floor(now() / SAID_EVERY_MS) * SAID_EVERY_MS
    if ((own.at(-1)?.at ?? -Infinity) >= at) return
    own.push({ ...funding.get(coin)!, at })
    if (own.length > MAX_MOMENTS) own.shift()
  }
  return {
    of: (coin: ParadexCoin): Funding => funding.get(coin)!,
    history: (coin: ParadexCoin): readonly FundingMoment[] => [...history.get(coin)!, { ...funding.get(coin)!, at: now() }],
    accrue: (coin: ParadexCoin, mark: number, elapsedMs: number): void => {
      funding.set(coin, accrued(funding.get(coin)!, mark, elapsedMs, random))
      note(coin)
    },
    restore: (coin: ParadexCoin, index: bigint): void => void funding.set(coin, { ...funding.get(coin)!, index }),
  }
}

/** Ends at the calm rate with which every run begins. Nothing is paid for the time before it. */
function pastFunding(now: number, random: Random, days: number): FundingMoment[] {
  const last = Math.floor(now / SAID_EVERY_MS) * SAID_EVERY_MS
  const past: FundingMoment[] = []
  let rate = CALM_RATE
  for (let ago = 1; ago <= Math.min((days * 24 * HOUR_MS) / SAID_EVERY_MS, MAX_MOMENTS - 1); ago += 1) {
    past.push({ rate, index: 0n, at: last - ago * SAID_EVERY_MS })
    rate = driftOf(rate, SAID_EVERY_MS / HOUR_MS, random)
  }
  return past.reverse()
}

/** Funding accrues continuously: the period's rate times the mark, times the fraction of the period that has passed. */
function accrued({ rate, index }: Funding, mark: number, elapsedMs: number, random: Random): Funding {
  const hours = elapsedMs / HOUR_MS
  const paid = (mark * rate * hours) / FUNDING_HOURS
  return { rate: driftOf(rate, hours, random), index: index + BigInt(Math.round(paid * 1e8)) }
}

function driftOf(rate: number, hours: number, random: Random): number {
  const moved = rate + (CALM_RATE - rate) * Math.min(1, hours) + RATE_VOLATILITY_PER_HOUR * Math.sqrt(hours) * random.normal()
  return Math.max(-MAX_RATE, Math.min(MAX_RATE, moved))
}
