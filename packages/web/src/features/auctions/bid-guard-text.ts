/** Texts of the guard of a bid (rulebook 21.6). Pure. */
import type { AuctionView } from '@parley/contracts'
import { guardBid, parseUnits, withCommas, worthProblem } from '@parley/core'
import { dollarText, groupedText } from '../../components/figure-text.ts'
import { unitText } from './auction-text.ts'
import { costOf, type Model, priceDigits, volText } from './bid-figures.ts'

export type BidGuard = {
  /** Shown in amber, even if the bid can be reviewed. */
  readonly says: string | undefined
  /** Why it cannot be reviewed. */
  readonly reason: string | undefined
  readonly isTypedTwice: boolean
}

const nothing: BidGuard = { says: undefined, reason: undefined, isTypedTwice: false }
const STRIKE_DECIMALS = 8

type Typed = {
  /** Above zero. */
  readonly price: string
  readonly isTypedAgain: boolean
  /** The vol of the price, a fraction; undefined if no vol gives it. */
  readonly vol: number | undefined
}

export function guardBidText(auction: AuctionView, model: Model | undefined, { price, isTypedAgain, vol }: Typed): BidGuard {
  const { option, bidding_token: token } = auction
  const units = parseUnits(price, token.decimals)
  const strike = parseUnits(option.strike, STRIKE_DECIMALS)
  const problem = units === undefined || strike === undefined ? undefined : worthProblem({ option: { ...option, strike }, token }, units)
  if (problem !== undefined) return { ...nothing, reason: problem }
  const { guard, multiple } = guardBid(Number(price), model?.price)
  if (guard === 'FREE') return nothing
  const shown = withCommas(price)
  const inVol = vol === undefined ? '' : `, ${volText(vol)}`
  const says =
    multiple === undefined
      ? `No model to compare ${shown} with`
      : `${shown} is ${groupedText(multiple, multiple < 10 ? 1 : 0)} × the model${inVol}`
  if (guard !== 'TYPE_TWICE') return { ...nothing, says }
  return { says, isTypedTwice: true, reason: isTypedAgain ? undefined : `${says}. Type the price again.` }
}

/** The cost of an expensive bid, next to the model value of its options. */
export function costText(auction: AuctionView, model: Model, price: string, quantity: string): string {
  if (!(Number(price) > 0) || !(Number(quantity) > 0)) return ''
  const { pays, worth, paysDollars, worthDollars } = costOf(auction, model, Number(price), Number(quantity))
  const digits = priceDigits(auction)
  return `You would pay ${groupedText(pays, digits)} ${unitText(auction)} (${dollarText(paysDollars)}) for options that the model values at ${groupedText(worth, digits)} (${dollarText(worthDollars)}). A winning bid pays its own price.`
}
