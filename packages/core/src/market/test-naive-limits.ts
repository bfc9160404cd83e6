/**
 * What a desk's limits stand at, told by the events alone: every match there ever was is kept, and every question adds them up anew
 * (rulebook 11.1 to 11.3). The oracle of protection/tally.ts.
 */
import type { DeskId } from '../ids.ts'
import type { ProductCode } from '../catalogue/product.ts'
import { measures, type Frozen, type Measure, type ProtectionLimit } from '../protection/protection.ts'
import { productsOf } from '../structure/figures.ts'
import type { Structure } from '../structure/structure.ts'
import type { MarketEvent } from './market.ts'

export const PRODUCTS: readonly ProductCode[] = ['DO', 'CF']
const MMP = (product: ProductCode): ProtectionLimit => ({ id: 'MMP', product, windowMs: 1_000, frozenMs: 10_000, most: { orders: 2 } })

type Quote = {
  readonly desk: DeskId
  readonly side: 'BUY' | 'SELL'
  readonly label: string | undefined
  readonly products: readonly ProductCode[]
}
type Happened = Quote & { readonly number: number; readonly at: number; readonly order: string; readonly figures: Figures }
type Figures = { readonly [M in Exclude<Measure, 'orders'>]: number }
type Reset = { readonly number: number; readonly desk: DeskId; readonly limit: string; readonly product: ProductCode }

export const isCovered = (by: { product: ProductCode; label?: string }, quote: Pick<Quote, 'products' | 'label'>): boolean =>
  quote.products.includes(by.product) && (by.label === undefined || by.label === quote.label)

export class NaiveLimits {
  readonly #products = new Map<string | number, readonly ProductCode[]>()
  readonly #quotes = new Map<string, Quote>()
  readonly #happened = new Map<DeskId, Happened[]>()
  readonly #resets: Reset[] = []
  readonly limits = new Map<DeskId, Map<string, ProtectionLimit>>()
  readonly #setAt = new Map<ProtectionLimit, number>()
  readonly frozen = new Map<string, { readonly desk: DeskId; readonly frozen: Frozen }>()
  #number = 0

  limitsOf(desk: DeskId): readonly ProtectionLimit[] {
    return [...PRODUCTS.map(MMP), ...(this.limits.get(desk)?.values() ?? [])]
  }

  /** Everything but matches; those are counted by `count`. */
  hear(event: MarketEvent): void {
    this.#number++
    const named = (id: string | number, structure: Structure) => void this.#products.set(id, productsOf(structure))
    if (event.kind === 'MarketOpened') named(event.market.id, event.market.structure)
    else if (event.kind === 'RfqCreated') named(event.rfq.id, event.rfq.structure)
    else if (event.kind === 'QuotePlaced')
      this.#quotes.set(String(event.quote.id), this.#quote(event.market, event.quote.actor.desk, event.quote))
    else if (event.kind === 'OrderOpened') this.#quotes.set(event.order.id, this.#quote(event.id, event.order.actor.desk, event.order))
    else if (event.kind === 'LimitSet') {
      this.limits.set(event.desk, (this.limits.get(event.desk) ?? new Map()).set(event.limit.id, event.limit))
      this.#setAt.set(event.limit, this.#number)
    } else if (event.kind === 'LimitRemoved') this.limits.get(event.desk)?.delete(event.id)
    else if (event.kind === 'ProtectionTriggered') this.frozen.set(key(event), event)
    else if (event.kind === 'ProtectionReset') {
      this.frozen.delete(key(event))
      this.#resets.push({ number: this.#number, desk: event.desk, limit: event.frozen.limit, product: event.frozen.product })
    }
  }

  #quote(market: string | number, desk: DeskId, { side, label }: { side: 'BUY' | 'SELL'; label?: string }): Quote {
    return { desk, side, label, products: this.#products.get(market) ?? [] }
  }

  /** Counts a match of a resting order, and answers whose it was; undefined for every other event. */
  count(event: MarketEvent): Happened | undefined {
    const of = executionIn(event)
    if (of === undefined) return undefined
    const quote = this.#quotes.get(of.order)!
    const units = of.quantity / 1e6
    const sign = quote.side === 'BUY' ? 1 : -1
    const { notional = 0, delta = 0, vega = 0 } = of.unit ?? {}
    const figures: Figures = {
      executions: of.isSameFill ? 0 : 1,
      quantity: of.quantity,
      notional: units * notional,
      delta: sign * units * delta,
      vega: sign * units * vega,
    }
    const happened = { ...quote, number: this.#number, at: of.at, order: of.order, figures }
    this.#happened.set(quote.desk, [...this.#of(quote.desk), happened])
    return happened
  }

  #of = (desk: DeskId): readonly Happened[] => this.#happened.get(desk) ?? []

  /** What counts towards the limit at that time, if nothing more trades until then; `before` leaves out what happened since. */
  used(desk: DeskId, limit: ProtectionLimit, at: number, before = Infinity): Readonly<Record<Measure, number>> {
    const reset = Math.max(
      0,
      ...this.#resets.filter((one) => one.desk === desk && one.limit === limit.id && one.product === limit.product).map(({ number }) => number),
    ) // prettier-ignore
    const counted = this.#of(desk).filter(
      (one) => isCovered(limit, one) && one.at > at - limit.windowMs && one.number >= reset && one.number < before,
    )
    const sum = (measure: Measure) =>
      measure === 'orders'
        ? new Set(counted.map(({ order }) => order)).size
        : counted.reduce((total, { figures }) => total + figures[measure], 0)
    return Object.fromEntries(measures.map((measure) => [measure, sum(measure)])) as Record<Measure, number>
  }

  /** Of what had traded before the limit was set. */
  usedBeforeSet = (desk: DeskId, limit: ProtectionLimit, at: number): Readonly<Record<Measure, number>> =>
    this.used(desk, limit, at, this.#setAt.get(limit) ?? 0)

  /** When something leaves the limit's window, in that time. */
  leavings(desk: DeskId, limit: ProtectionLimit, after: number, until: number): readonly number[] {
    return this.#of(desk)
      .filter((one) => isCovered(limit, one))
      .map(({ at }) => at + limit.windowMs)
      .filter((at) => at > after && at <= until)
  }
}

const key = ({ desk, frozen }: { readonly desk: DeskId; readonly frozen: Frozen }): string => `${desk} ${frozen.limit} ${frozen.product}`

function executionIn(event: MarketEvent) {
  if (event.kind === 'MatchAgreed') {
    const { makerQuote, quantity, agreedAt: at } = event.match
    return { order: String(makerQuote), quantity, at, unit: event.unit, isSameFill: event.isSameFill }
  }
  // In the direct flow a maker who comes to a resting taker is not protected from himself.
  if (event.kind !== 'TradeAgreed' || event.aggressor === 'MAKER') return undefined
  const { makerOrder, quantity, agreedAt: at } = event.trade
  return { order: makerOrder as string, quantity, at, unit: event.unit, isSameFill: event.isSameFill }
}
