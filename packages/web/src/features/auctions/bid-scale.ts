/** The scale of a bid: its place between zero, the model and the most that the option can be worth (rulebook 21.27). Pure. */
import type { AuctionView } from '@parley/contracts'
import { BID_STEPS, formatUnits, mostWorth, parseUnits, type PriceGuard } from '@parley/core'
import type { AuctionRow } from './auction-rows.ts'
import { type Model, priceAtVol, volOf } from './bid-figures.ts'

export type ScaleSegment = { readonly guard: PriceGuard; readonly from: number; readonly to: number }
/** All places are shares of the scale, from 0 to 1. */
export type BidScale = {
  readonly segments: readonly ScaleSegment[]
  /** The place of a price. One beyond the scale is at its end. */
  readonly placeOf: (price: number) => number
  /** The price above which every bid is refused. Undefined if the worth of the option has no limit in the bidding token. */
  readonly most: number | undefined
}

/** How much of the scale each step takes. The steps are not to scale: most bids are near the model. */
const WIDTHS = { FREE: 0.34, WARN: 0.2, TYPE_TWICE: 0.3, REFUSE: 0.16 } as const
/** The multiple at which the scale ends if no bid is too high. */
const LAST_MULTIPLE = 10
const STRIKE_DECIMALS = 8

type Step = { readonly guard: keyof typeof WIDTHS; readonly from: number; readonly to: number }

/** The steps as multiples of the model, up to the most that the option can be worth. */
function stepsOf(last: number, isRefusedBeyond: boolean): readonly Step[] {
  const bounds = [0, ...BID_STEPS.map(({ beyond }) => beyond).filter((beyond) => beyond < last), last]
  const guards = ['FREE', ...BID_STEPS.map(({ guard }) => guard)] as const
  const steps = bounds.slice(1).map((to, at) => ({ guard: guards[at]!, from: bounds[at]!, to }))
  return isRefusedBeyond ? [...steps, { guard: 'REFUSE', from: last, to: 2 * last }] : steps
}

export function bidScale(auction: Pick<AuctionView, 'option' | 'bidding_token'>, { price: model }: Model): BidScale | undefined {
  if (!(model > 0)) return undefined
  const { option, bidding_token: token } = auction
  const strike = parseUnits(option.strike, STRIKE_DECIMALS)
  const units = strike === undefined ? undefined : mostWorth({ option: { ...option, strike }, token })
  const most = units === undefined ? undefined : Number(formatUnits(units, token.decimals))
  const steps = stepsOf(most === undefined ? LAST_MULTIPLE : most / model, most !== undefined)
  const whole = steps.reduce((sum, { guard }) => sum + WIDTHS[guard], 0)
  let end = 0
  const segments = steps.map((step) => ({ ...step, start: end / whole, end: (end += WIDTHS[step.guard]) / whole }))
  const placeOf = (price: number): number => {
    const multiple = Math.max(0, price / model)
    const found = segments.find(({ to }) => multiple <= to)
    if (found === undefined) return 1
    return found.start + ((multiple - found.from) / (found.to - found.from)) * (found.end - found.start)
  }
  return { segments: segments.map(({ guard, start, end: to }) => ({ guard, from: start, to })), placeOf, most }
}

/** The price of this option at the vol at which the latest settled auction of the same underlying cleared, and that vol. */
export type ClearingBefore = { readonly vol: number; readonly price: number }

type BeforeFacts = {
  readonly rows: readonly AuctionRow[]
  readonly models: ReadonlyMap<number, Model>
  readonly now: number
}

/** Undefined if no such auction has sold anything while this window knew its model: a vol needs the forward at the close. */
export function clearingBefore(auction: AuctionView, { rows, models, now }: BeforeFacts): ClearingBefore | undefined {
  const model = models.get(auction.id)
  if (model === undefined) return undefined
  const sold = rows
    .flatMap(({ auction: one }) => {
      const clearing = one.result?.clearing_price
      const then = models.get(one.id)
      const isSame = one.id !== auction.id && one.option.underlying === auction.option.underlying && one.status === 'EXPIRED'
      return !isSame || clearing == null || then === undefined
        ? []
        : [{ one, vol: volOf(one, Number(clearing), then.forward, one.ends_at) }]
    })
    .toSorted((a, b) => b.one.ends_at - a.one.ends_at)
  const vol = sold.find((one) => one.vol !== undefined)?.vol
  return vol === undefined ? undefined : { vol, price: Number(priceAtVol(auction, 100 * vol, model.forward, now)) }
}
