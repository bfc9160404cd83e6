/** The guard of a bid: its price against a model of the option, and against the most that the option can be worth (rulebook 21.6). */
import { withCommas } from '../numbers/thousands.ts'
import { stepOf, type GuardStep } from '../pricing/guard-steps.ts'
import type { PriceGuard } from '../pricing/price-guard.ts'
import { formatUnits } from '../units.ts'
import type { AuctionTerms } from './auction.ts'
import { formatStrike } from './display.ts'

/** Multiples of the model. A winner pays its own bid. */
export const BID_STEPS = [
  { beyond: 1.25, guard: 'WARN' },
  { beyond: 2, guard: 'TYPE_TWICE' },
] as const satisfies readonly GuardStep[]

export type GuardedBid = {
  readonly guard: PriceGuard
  /** The price as a multiple of the model; undefined without one. */
  readonly multiple: number | undefined
}

/** Both for one option, in the bidding token. A price without a model asks for confirmation. */
export function guardBid(price: number, model: number | undefined): GuardedBid {
  if (model === undefined || model <= 0) return { guard: 'WARN', multiple: undefined }
  const multiple = price / model
  return { guard: stepOf(BID_STEPS, multiple), multiple }
}

type Priced = {
  readonly option: Pick<AuctionTerms['option'], 'underlying' | 'kind' | 'strike'>
  readonly token: Pick<AuctionTerms['token'], 'symbol' | 'decimals'>
}

/** Whether a bid is paid in the underlying itself, or in its wrapped token. */
export const isPaidInCoin = ({ option: { underlying }, token: { symbol } }: Priced): boolean =>
  symbol === underlying || symbol === `W${underlying}`

const STRIKE_DECIMALS = 8

/**
 * The most that one option can ever be worth, in units of the bidding token: one coin for a call that is paid in coin, the strike for a put that is
 * paid in dollars. Undefined for the others, whose worth depends on a price.
 */
export function mostWorth({ option, token }: Priced): bigint | undefined {
  const coin = isPaidInCoin({ option, token })
  if (option.kind === 'CALL') return coin ? 10n ** BigInt(token.decimals) : undefined
  return coin ? undefined : (option.strike * 10n ** BigInt(token.decimals)) / 10n ** BigInt(STRIKE_DECIMALS)
}

/** The reason why no option is worth the price; undefined if it may be. */
export function worthProblem(priced: Priced, price: bigint): string | undefined {
  const most = mostWorth(priced)
  if (most === undefined || price <= most) return undefined
  const { option, token } = priced
  const worth = option.kind === 'CALL' ? `one ${option.underlying}` : `its strike of ${withCommas(formatStrike(option.strike))}`
  return `A ${option.kind.toLowerCase()} cannot be worth more than ${worth}: the maximum price is ${withCommas(formatUnits(most, token.decimals))} ${token.symbol}.`
}
