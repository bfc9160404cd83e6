/**
 * Checks of every order before it goes to its shard: the price guard, the pre-trade limits of desk and sender, the taker throttle, and the venue's
 * price bands.
 */
import {
  approvalRefusal,
  carriedMs,
  formatPrice,
  formatQuantity,
  furthestPrice,
  guardRefusal,
  isHedge,
  isRefusal,
  limitPrice,
  mostWidth,
  nameOfStructure,
  priceFromNumber,
  priceToNumber,
  productsOf,
  quotePrice,
  quoteToTradeRefusal,
  refuse,
  spreadGuardRefusal,
  sumApprovalRefusal,
  sumNotionalRefusal,
  type SpreadGuardFigures,
  worstSpreadPrice,
  structureMark,
  structurePrice,
  structureTick,
  preTradeRefusal,
  venueRefusal,
  widthRefusal,
  type BaseCurrency,
  type PreTradeFigures,
  type DeskId,
  type OwnOrders,
  type ShardEvent,
  type Price,
  type Quantity,
  type Refusal,
  type Side,
  type Structure,
  type VenueCode,
} from '@parley/core'
import type { Decided } from '../engine/engine.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { VenueStates } from '../market-data/venue-states.ts'
import { ratelimitReached, type RollingLimit } from '../limits/rolling-window.ts'
import type { IntegrityRulesOf } from '../accounts/feature-flags.ts'
import type { QuoteCounter } from '../protection/quote-counts.ts'
import type { ApprovalSender, ProtectionSettings } from '../protection/settings.ts'
import { unitOf } from '../market-data/unit-exposure.ts'

export type CheckedRfq = {
  readonly structure: Structure
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly quantityIncrement: Quantity
  readonly minimumBlock: Quantity
  /** The price step of a listed spread; nothing else has one. */
  readonly priceTick?: Price | undefined
}
export type CheckedPrices = { readonly price?: Price; readonly legPrices?: readonly Price[] }
export type CheckedTerms = CheckedPrices & { readonly quantity: Quantity }
/** A replacement may leave the side to the order that it replaces. */
export type SidePrices = CheckedPrices & { readonly side?: Side | undefined }

/** The events that a rate counts. */
type Counted = { readonly of: readonly ShardEvent['kind'][]; readonly rule: string }

export interface PreTradeChecks {
  /** Rulebook 3.21: nothing new is sent to a venue that currently accepts no orders. */
  paused(venue: VenueCode): Refusal | undefined
  /** Rulebook 11.8 and then 11.14. */
  bounded(sender: ApprovalSender, asked: CheckedRfq, terms: CheckedTerms): Refusal | undefined
  /** Rulebook 22.14 and 11.14: the lines of a list together. */
  boundedTogether(sender: ApprovalSender, lines: readonly (CheckedRfq & { readonly quantity: Quantity })[]): Refusal | undefined
  /** Rulebook 11.9, and 21.8 for a listed spread: the loss at this price, for any sender. */
  guarded(desk: DeskId, asked: CheckedRfq, side: Side, prices: CheckedPrices): Refusal | undefined
  /** Rulebook 17.4: how far an order without a price may go by 11.8, 11.9 and 21.8, rounded to its price step; undefined while there is no mark. */
  furthest(desk: DeskId, asked: Pick<CheckedRfq, 'structure'>, side: Side, step: Price): Price | undefined
  /** Rulebook 17.5: the desk's choice for an order that would trade with one of its own; undefined if it has chosen nothing. */
  ownOrders(desk: DeskId): OwnOrders | undefined
  /** Rulebook 11.13: limits the number of quotes, whatever their content. */
  quotable(desk: DeskId): Refusal | undefined
  /** Rulebook 11.12: how far apart the desk's bid and ask may be in this structure; undefined if there is currently no limit. */
  mostWidth(desk: DeskId, structure: Structure): number | undefined
  /** Rulebook 11.12, for a two-way quote: its own two prices, whatever rested before. */
  narrow(desk: DeskId, structure: Structure, sides: readonly SidePrices[]): Refusal | undefined
  /** Rulebook 9.7: counts an order that was sent to take, if it took. */
  throttled<Done extends Decided<ShardEvent>>(
    desk: DeskId,
    structure: Structure,
    submit: () => Promise<Done | Refusal>,
  ): Promise<Done | Refusal>
  /** A new order-book market of the desk, which counts if it was opened. */
  opening<Done extends Decided<ShardEvent>>(
    desk: DeskId,
    structure: Structure,
    submit: () => Promise<Done | Refusal>,
  ): Promise<Done | Refusal>
}

export const unguarded: PreTradeChecks = {
  paused: () => undefined,
  bounded: () => undefined,
  boundedTogether: () => undefined,
  guarded: () => undefined,
  furthest: () => undefined,
  ownOrders: () => undefined,
  quotable: () => undefined,
  mostWidth: () => undefined,
  narrow: () => undefined,
  throttled: (_desk, _structure, submit) => submit(),
  opening: (_desk, _structure, submit) => submit(),
}

export type GuardParts = {
  readonly settings: Pick<ProtectionSettings, 'approvalAbove' | 'bounds' | 'limitsOf' | 'ownOrders'>
  readonly marketData: MarketData
  readonly venueStates: Pick<VenueStates, 'stateOf'>
  readonly integrity: { readonly rulesOf: IntegrityRulesOf; readonly counts: Pick<QuoteCounter, 'of'> }
  /** By desk and product. */
  readonly takes: RollingLimit
  readonly markets: RollingLimit
  readonly now: () => number
}

export function createPreTradeChecks({ settings, marketData, venueStates, integrity, takes, markets, now }: GuardParts): PreTradeChecks {
  const keysOf = (desk: DeskId, structure: Structure) => productsOf(structure).map((product) => `${desk} ${product}`)
  /** Takes a turn for all keys, or for none. */
  const takeAll = (limit: RollingLimit, keys: readonly string[], at: number): number | undefined => {
    const waits = keys.map((key) => limit.wait(key, at) ?? 0)
    if (waits.some((wait) => wait > 0)) return Math.max(...waits)
    for (const key of keys) limit.take(key, at)
    return undefined
  }
  /**
   * Holds the turn while the decision is made: if two orders arrive at once, the second waits for the first. The turn is given back if nothing was
   * traded or opened.
   */
  const serially = async <Done extends Decided<ShardEvent>>(
    limit: RollingLimit,
    keys: readonly string[],
    submit: () => Promise<Done | Refusal>,
    { of, rule }: Counted,
  ) => {
    const at = now()
    const wait = takeAll(limit, keys, at)
    if (wait !== undefined) return tooOften(wait, rule)
    let isUsed = false
    try {
      const answer = await submit()
      isUsed = !isRefusal(answer) && answer.events.some(({ kind }) => of.includes(kind))
      return answer
    } finally {
      if (!isUsed) for (const key of keys) limit.giveBack(key, at)
    }
  }
  return {
    paused: (venue) => venueRefusal(venue, venueStates.stateOf(venue)),
    guarded(desk, { structure, priceTick }, side, prices) {
      // The market itself refuses an invalid price with its own message.
      const price = prices.price === undefined ? quotePrice(structure, prices.legPrices) : limitPrice(structure, prices.price)
      if (typeof price === 'object') return undefined
      const tick = priceToNumber(structureTick(structure))
      const { mostDeviationPercent: deskPercent } = settings.bounds(desk)
      const { markPrice: mark, largestLegMark } = markOf(structure, marketData) ?? {}
      return (
        guardRefusal(side, price, { mark, largestLegMark, venuePrice: undefined, tick, deskPercent }) ??
        (priceTick === undefined ? undefined : spreadGuardRefusal(side, price, spreadFigures(structure, priceTick, marketData, now())))
      )
    },
    furthest(desk, { structure }, side, step) {
      const { mostDeviationPercent: deskPercent } = settings.bounds(desk)
      const { markPrice: mark, largestLegMark } = markOf(structure, marketData) ?? {}
      const furthest = furthestPrice(side, { mark, largestLegMark, venuePrice: undefined, tick: priceToNumber(step), deskPercent })
      const worst = worstSpreadPrice(side, spreadFigures(structure, step, marketData, now()))
      if (furthest === undefined || worst === undefined) return furthest
      return (side === 'BUY' ? Math.min(furthest, worst) : Math.max(furthest, worst)) as Price
    },
    ownOrders: settings.ownOrders,
    ...moreChecks({ settings, marketData, integrity }),
    throttled: (desk, structure, submit) => serially(takes, keysOf(desk, structure), submit, { of: ['TradeAgreed'], rule: '9.7' }),
    opening: (desk, structure, submit) => serially(markets, keysOf(desk, structure), submit, { of: ['RfqCreated'], rule: '' }),
  }
}

const moreChecks = ({ settings, marketData, integrity }: Pick<GuardParts, 'settings' | 'marketData' | 'integrity'>) => ({
  ...integrityChecks(integrity, marketData),
  bounded(sender: ApprovalSender, asked: CheckedRfq, terms: CheckedTerms): Refusal | undefined {
    const limits = settings.limitsOf(sender)
    const above = settings.approvalAbove(sender)
    if (Object.keys(limits).length === 0 && above === undefined) return undefined
    const price = priceOf(asked, terms)
    const { quantityIncrement, minimumBlock } = asked
    const sizes = { quantity: terms.quantity, quantityIncrement, minimumBlock }
    const figures = figuresOf(asked, marketData)
    return (
      preTradeRefusal(limits, { ...sizes, ...(price === undefined ? {} : { price }) }, figures) ??
      asking(approvalRefusal(above, sizes, figures), () => termsText(asked, terms.quantity, price))
    )
  },
  boundedTogether: (sender: ApprovalSender, lines: Parameters<PreTradeChecks['boundedTogether']>[1]): Refusal | undefined => {
    const measured = lines.map((line) => ({ quantity: line.quantity, unitNotional: unitOf(line, marketData).notional }))
    return (
      sumNotionalRefusal(settings.limitsOf(sender), measured) ??
      asking(sumApprovalRefusal(settings.approvalAbove(sender), measured), () =>
        lines.map((line) => termsText(line, line.quantity, undefined)).join('; '),
      )
    )
  },
})

function integrityChecks(
  { rulesOf, counts }: GuardParts['integrity'],
  marketData: MarketData,
): Pick<PreTradeChecks, 'quotable' | 'mostWidth' | 'narrow'> {
  const most = (desk: DeskId, structure: Structure): number | undefined => {
    const rules = rulesOf(desk)
    if (rules === undefined) return undefined
    const { markPrice: mark, largestLegMark } = markOf(structure, marketData) ?? {}
    return mostWidth({ mark, largestLegMark, tick: priceToNumber(structureTick(structure)) }, rules)
  }
  return {
    quotable(desk) {
      const rules = rulesOf(desk)
      return rules === undefined ? undefined : quoteToTradeRefusal(counts.of(desk), rules)
    },
    mostWidth: most,
    narrow(desk, structure, sides) {
      const priceOn = (side: Side): Price | undefined => {
        const quoted = sides.find((one) => one.side === side)
        const price = quoted?.legPrices === undefined ? undefined : quotePrice(structure, quoted.legPrices)
        return typeof price === 'object' ? undefined : price
      }
      const [bid, ask] = [priceOn('BUY'), priceOn('SELL')]
      return bid === undefined || ask === undefined ? undefined : widthRefusal(bid, ask, most(desk, structure))
    },
  }
}

/** Adds the terms that have to be approved, for the person who approves them. */
export const asking = (refusal: Refusal | undefined, terms: () => string): Refusal | undefined =>
  refusal && { ...refusal, asks: `${terms()}, ${refusal.asks ?? ''}` }

/** Rulebook 11.14: what only makes something smaller, or is not sent yet, needs no approval. */
export const withoutApproval = (refusal: Refusal | undefined): Refusal | undefined =>
  refusal?.refused === 'ApprovalRequired' ? undefined : refusal

/** `25 × Call · 27 MAR 26 · 100k at 0.0335` */
const termsText = ({ structure }: Pick<CheckedRfq, 'structure'>, quantity: Quantity, price: Price | undefined): string =>
  `${formatQuantity(quantity)} × ${nameOfStructure(structure).name}${price === undefined ? '' : ` at ${formatPrice(price)}`}`

const tooOften = (retryAfterMs: number, rule: string): Refusal => ({
  ...refuse('RateLimited', rule, ratelimitReached(retryAfterMs)),
  retryAfterMs,
})

function figuresOf(asked: CheckedRfq, marketData: MarketData): PreTradeFigures {
  const { notional: unitNotional } = unitOf(asked, marketData)
  const whole = markOf(asked.structure, marketData)
  return {
    ...(unitNotional === undefined ? {} : { unitNotional }),
    ...(whole && { mark: whole.markPrice, largestLegMark: whole.largestLegMark }),
    tick: priceToNumber(structureTick(asked.structure)),
  }
}

const priceOf = ({ structure }: Pick<CheckedRfq, 'structure'>, { price, legPrices }: CheckedPrices): Price | undefined =>
  price ?? (legPrices && structurePrice(structure.legs, legPrices))

const markOf = (structure: Structure, marketData: MarketData) => structureMark(structure, (id) => marketData.mark(id))

/** The figures for the guard of a listed spread. The nearer leg is the one that expires first or never. */
function spreadFigures({ legs }: Structure, tick: Price, marketData: MarketData, now: number): SpreadGuardFigures {
  const [near, far] = legs.map(({ instrument }) => instrument).toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
  return {
    mark: markOf({ legs }, marketData)?.markPrice,
    nearMark: near && marketData.mark(near.id)?.markPrice,
    carriedMs: carriedMs(near!, { expiresAt: far!.expiresAt! }, now),
    tick: priceToNumber(tick),
  }
}

/** The venue would refuse a leg outside its band, so it is refused here with the band in the message (rulebook 6.12). */
export function bandRefusal({ legs }: Structure, legPrices: readonly Price[], marketData: MarketData): Refusal | undefined {
  for (const [place, leg] of legs.entries()) {
    const mark = marketData.mark(leg.instrument.id)
    const price = legPrices[place]
    if (isHedge(leg) || mark === undefined || price === undefined) continue
    const low = bound(mark.minPrice)
    const high = bound(mark.maxPrice)
    if ((low === undefined || price >= low) && (high === undefined || price <= high)) continue
    const band = [low === undefined ? undefined : `from ${mark.minPrice}`, high === undefined ? undefined : `to ${mark.maxPrice}`]
    const message = `The venue currently accepts prices ${band.filter((part) => part !== undefined).join(' ')} for ${leg.instrument.name}.`
    return refuse('PriceOutsideBand', '6.12', message, `legs.${place}.price`)
  }
  return undefined
}

const bound = (value: number | undefined): Price | undefined => (value === undefined ? undefined : priceFromNumber(value))
