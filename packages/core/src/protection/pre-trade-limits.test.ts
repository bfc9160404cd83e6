import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import {
  furthestPrice,
  guardRefusal,
  preTradeRefusal,
  sumNotionalRefusal,
  type PreTradeFigures,
  type PreTradeLimits,
} from './pre-trade-limits.ts'

const both: PreTradeLimits = { mostNotional: 3_000_000, mostDeviationPercent: 10 }
const known: PreTradeFigures = { unitNotional: 100_000, mark: 0.03, largestLegMark: 0.08 }
const { mark: _mark, ...withoutMark } = known
const { unitNotional: _unit, ...withoutIndex } = known

type Row = [title: string, PreTradeLimits, quantity: string, price: string | undefined, PreTradeFigures, then: string]
// In the order in which refusals take precedence.
const table: Row[] = [
  ['nothing bounded', {}, '1000', '9', {}, 'accepted'],
  ['exactly the notional', both, '30', '0.03', known, 'accepted'],
  ['one increment above it', both, '30.1', '0.03', known, "NotionalAboveLimit A quantity of 30.1 is worth 3,010,000 USD; your desk's limit is 3,000,000 USD, so 25 to 30 is accepted."], // prettier-ignore
  ['above both, the notional speaks', both, '31', '9', known, "NotionalAboveLimit A quantity of 31 is worth 3,100,000 USD; your desk's limit is 3,000,000 USD, so 25 to 30 is accepted."], // prettier-ignore
  ['a bound of exactly the smallest block', { mostNotional: 2_500_000 }, '26', '0.03', known, "NotionalAboveLimit A quantity of 26 is worth 2,600,000 USD; your desk's limit is 2,500,000 USD, so only 25 is accepted."], // prettier-ignore
  ['a bound below the smallest block', { mostNotional: 2_400_000 }, '25', '0.03', known, "NotionalAboveLimit A quantity of 25 is worth 2,500,000 USD; your desk's limit is 2,400,000 USD, and the smallest block, 25, is worth 2,500,000 USD. Raise the limit to trade this structure."], // prettier-ignore
  ['as far above the mark as it may be', both, '25', '0.038', known, 'accepted'],
  ['as far below it', both, '25', '0.022', known, 'accepted'],
  ['a tick further', both, '25', '0.0381', known, "PriceFarFromMark The price 0.0381 is further from the mark 0.03 than your desk's limit of 10 %; 0.022 to 0.038 is accepted."], // prettier-ignore
  ['a negative price far below', both, '25', '-0.01', known, "PriceFarFromMark The price -0.01 is further from the mark 0.03 than your desk's limit of 10 %; 0.022 to 0.038 is accepted."], // prettier-ignore
  ['in decimals of the tick, and to prices on it', { mostDeviationPercent: 1 }, '25', '0.04', { ...known, mark: 0.03003, tick: 0.0001 }, "PriceFarFromMark The price 0.0400 is further from the mark 0.0300 than your desk's limit of 1 %; 0.0293 to 0.0308 is accepted."], // prettier-ignore
  ['a request has no price', both, '25', undefined, known, 'accepted'],
  ['no index', both, '25', '0.03', withoutIndex, "NotionalAboveLimit The venue's index price is not available, so your desk's limit of 3,000,000 USD cannot be checked. Wait, or have the limit removed."], // prettier-ignore
  ['no mark', both, '25', '0.03', withoutMark, "PriceFarFromMark The venue's mark price is not available, so your desk's limit of 10 % from the mark cannot be checked. Wait, or have the limit removed."], // prettier-ignore
  ['no mark where only the notional is bounded', { mostNotional: 3_000_000 }, '25', '9', withoutMark, 'accepted'],
  ['a person whose own limit is the smaller', { ...both, mostNotionalOfSender: 2_600_000 }, '27', '0.03', known, "NotionalAboveLimit A quantity of 27 is worth 2,700,000 USD; your own limit is 2,600,000 USD, so 25 to 26 is accepted."], // prettier-ignore
  ['an approver whose limit is the smallest', { ...both, mostNotionalOfSender: 2_800_000, mostNotionalOfApprover: 2_600_000 }, '27', '0.03', known, "NotionalAboveLimit A quantity of 27 is worth 2,700,000 USD; the approver's limit is 2,600,000 USD, so 25 to 26 is accepted."], // prettier-ignore
  ['an approver whose limit is the larger', { ...both, mostNotionalOfSender: 2_600_000, mostNotionalOfApprover: 2_800_000 }, '27', '0.03', known, "NotionalAboveLimit A quantity of 27 is worth 2,700,000 USD; your own limit is 2,600,000 USD, so 25 to 26 is accepted."], // prettier-ignore
  ['exactly that limit', { ...both, mostNotionalOfSender: 2_600_000 }, '26', '0.03', known, 'accepted'],
  ['a person whose own limit is the larger', { ...both, mostNotionalOfSender: 9_000_000 }, '31', '0.03', known, "NotionalAboveLimit A quantity of 31 is worth 3,100,000 USD; your desk's limit is 3,000,000 USD, so 25 to 30 is accepted."], // prettier-ignore
  ['two limits of the same size', { ...both, mostNotionalOfSender: 3_000_000 }, '31', '0.03', known, "NotionalAboveLimit A quantity of 31 is worth 3,100,000 USD; your desk's limit is 3,000,000 USD, so 25 to 30 is accepted."], // prettier-ignore
  ['a limit of the person alone', { mostNotionalOfSender: 2_500_000 }, '26', '9', known, "NotionalAboveLimit A quantity of 26 is worth 2,600,000 USD; your own limit is 2,500,000 USD, so only 25 is accepted."], // prettier-ignore
  ['a limit of the person without an index', { mostNotionalOfSender: 2_500_000 }, '25', '0.03', withoutIndex, "NotionalAboveLimit The venue's index price is not available, so your own limit of 2,500,000 USD cannot be checked. Wait, or have the limit removed."], // prettier-ignore
]

describe('11.8 the bounds of a desk', () => {
  it.each(table)('11.8 %s', (_title, bounds, size, at, figures, then) => {
    const sizes = { quantity: quantity(size), quantityIncrement: quantity('0.1'), minimumBlock: quantity('25') }
    const terms = { ...sizes, ...(at === undefined ? {} : { price: price(at) }) }
    const refusal = preTradeRefusal(bounds, terms, figures)
    expect(refusal === undefined ? 'accepted' : `${refusal.refused} ${refusal.message}`).toBe(then)
  })
})

const guarded = { mark: 0.0491, largestLegMark: 0.0577, venuePrice: undefined, tick: 0.0001 }

describe('11.9 the guard of a price in the server', () => {
  it.each([
    ['BUY', '0.0736', guarded, 'accepted'],
    ['BUY', '0.0737', guarded, 'PriceFarFromMark The price 0.0737 is more than 50 % above the mark 0.0491; up to 0.0736 is accepted, unless your desk sets a wider limit.'], // prettier-ignore
    ['SELL', '0.0246', guarded, 'accepted'],
    ['SELL', '0.0245', guarded, 'PriceFarFromMark The price 0.0245 is more than 50 % below the mark 0.0491; from 0.0246 is accepted, unless your desk sets a wider limit.'], // prettier-ignore
    ['SELL', '0.425', guarded, 'accepted'],
    ['BUY', '0.425', { ...guarded, deskPercent: 1_000 }, 'accepted'],
    ['BUY', '0.425', { ...guarded, mark: undefined, largestLegMark: undefined }, 'accepted'],
  ] as const)('11.9 %s at %s by %o: %s', (side, at, figures, then) => {
    const refusal = guardRefusal(side, price(at), figures)
    expect(refusal === undefined ? 'accepted' : `${refusal.refused} ${refusal.message}`).toBe(then)
  })
})

const spread = { mark: 500, largestLegMark: 90_000, venuePrice: undefined, tick: 0.5 }

describe('17.4 the worst price of an order without a price', () => {
  it.each([
    ['BUY', 'by the guard', spread, 9_500],
    ['SELL', 'by the guard', spread, -8_500],
    ['BUY', 'by a nearer bound of the desk', { ...spread, deskPercent: 1 }, 1_400],
    ['SELL', 'by a nearer bound of the desk', { ...spread, deskPercent: 1 }, -400],
    ['BUY', 'on the tick within it', { ...spread, mark: 500.3, deskPercent: 1 }, 1_400],
    ['SELL', 'on the tick within it', { ...spread, mark: 500.3, deskPercent: 1 }, -399.5],
    ['BUY', 'by a wider bound of the desk', { ...spread, deskPercent: 80 }, 14_900],
    ['BUY', 'and none without a mark', { ...spread, mark: undefined, largestLegMark: undefined }, undefined],
  ] as const)('17.4 %s: %s', (side, _title, figures, then) => {
    const furthest = furthestPrice(side, figures)
    expect(furthest && furthest / 1e8).toBe(then)
  })
})

describe('22.14 the lines of a list are one order of the limit on the notional', () => {
  const lines = (...sizes: readonly string[]) => sizes.map((size) => ({ quantity: quantity(size), unitNotional: 100_000 }))
  it.each([
    ['exactly the limit', both, lines('10', '20'), undefined],
    ['lines of which each is within it', both, lines('20', '20'), "The 2 lines are worth 4,000,000 USD together; your desk's limit is 3,000,000 USD. Use fewer lines or smaller quantities."], // prettier-ignore
    ['the limit of a person', { ...both, mostNotionalOfSender: 2_000_000 }, lines('10', '11'), "The 2 lines are worth 2,100,000 USD together; your own limit is 2,000,000 USD. Use fewer lines or smaller quantities."], // prettier-ignore
    ['no limit', {}, lines('900', '900'), undefined],
  ])('22.14 %s', (_what, limits, of, then) => expect(sumNotionalRefusal(limits, of)?.message).toBe(then))
})
