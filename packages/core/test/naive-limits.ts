/**
 * How much of a desk's limits is in use, from the events alone: it keeps every match, and adds them all up every time (rulebook 11.1 to 11.3). It is
 * the oracle of protection/tally.ts.
 */
import type { DeskId } from '../src/ids.ts'
import type { ProductCode } from '../src/catalogue/product.ts'
import { measures, type Frozen, type Measure, type ProtectionLimit } from '../src/protection/protection.ts'
import { productsOf } from '../src/structure/figures.ts'
import type { Structure } from '../src/structure/structure.ts'
import type { ShardEvent } from '../src/shard/shard.ts'

export const PRODUCTS: readonly ProductCode[] = ['DO', 'CF']
const MMP = (product: ProductCode): ProtectionLimit => ({ id: 'MMP', product, windowMs: 1_000, frozenMs: 10_000, most: { orders: 2 } })

export type Quote = {
  readonly desk: DeskId
  readonly side: 'BUY' | 'SELL'
  readonly label: string | undefined
  readonly products: readonly ProductCode[]
  /** A maker's order, or one that can rest in the book; the others are aggressor orders. */
  readonly isQuote: boolean
}
type Happened = Quote & {
  readonly number: number
  readonly at: number
  readonly order: string
  /** Set for an arriving quote, which does not count as a resting order that executed. */
  readonly hasCome: boolean
  readonly figures: Figures
  /** Measures for which the venue had no figure. */
  readonly unmeasured: readonly Measure[]
}
type Figures = { readonly [M in Exclude<Measure, 'orders'>]: number }
type Reset = { readonly number: number; readonly desk: DeskId; readonly frozen: Frozen }

export const isCovered = (by: { product: ProductCode; label?: string }, quote: Pick<Quote, 'products' | 'label'>): boolean =>
  quote.products.includes(by.product) && (by.label === undefined || by.label === quote.label)

export class NaiveLimits {
  readonly #products = new Map<string | number, readonly ProductCode[]>()
  readonly #quotes = new Map<string, Quote>()
  readonly #takers = new Map<string | number, DeskId>()
  readonly #happened = new Map<DeskId, Happened[]>()
  readonly #resets: Reset[] = []
  readonly limits = new Map<DeskId, Map<string, ProtectionLimit>>()
  readonly #setAt = new Map<ProtectionLimit, number>()
  readonly frozen = new Map<string, { readonly desk: DeskId; readonly frozen: Frozen }>()
  #number = 0

  limitsOf(desk: DeskId): readonly ProtectionLimit[] {
    return [...PRODUCTS.map(MMP), ...(this.limits.get(desk)?.values() ?? [])]
  }

  /** Follows every event except matches, which `count` counts. */
  observe(event: ShardEvent): void {
    this.#number++
    const named = (id: string | number, structure: Structure) => void this.#products.set(id, productsOf(structure))
    if (event.kind === 'RfqCreated') {
      named(event.rfq.id, event.rfq.structure)
      if (event.rfq.audience === 'DIRECT') this.#takers.set(event.rfq.id, event.rfq.creator.desk)
    } else if (event.kind === 'OrderPlaced' || event.kind === 'OrderReplaced') {
      const { order, id } = event
      const { desk } = order.actor
      // A taker's order in a direct RFQ, a cross and an IOC quote are aggressor orders.
      const isQuote = desk !== this.#takers.get(id) && order.kind === 'QUOTE' && order.timeInForce !== 'IOC'
      this.#quotes.set(order.id, this.#quote(id, desk, order, isQuote))
    } else if (event.kind === 'LimitSet') {
      this.limits.set(event.desk, (this.limits.get(event.desk) ?? new Map()).set(event.limit.id, event.limit))
      this.#setAt.set(event.limit, this.#number)
    } else if (event.kind === 'LimitRemoved') this.limits.get(event.desk)?.delete(event.id)
    else if (event.kind === 'ProtectionTriggered') this.frozen.set(key(event), event)
    else if (event.kind === 'ProtectionReset') {
      this.frozen.delete(key(event))
      this.#resets.push({ number: this.#number, desk: event.desk, frozen: event.frozen })
    }
  }

  #quote(market: string | number, desk: DeskId, { side, label }: { side: 'BUY' | 'SELL'; label?: string }, isQuote: boolean): Quote {
    return { desk, side, label, products: this.#products.get(market) ?? [], isQuote }
  }

  quoteOf = (id: string | number): Quote => this.#quotes.get(String(id))!

  /** Counts a match for the quotes in it and returns them; returns nothing for every other event. */
  count(event: ShardEvent): readonly Happened[] {
    return executionsIn(event)
      .filter(({ order }) => this.quoteOf(order).isQuote)
      .map((of) => this.#countOne(of))
  }

  #countOne(of: ReturnType<typeof executionsIn>[number]): Happened {
    const quote = this.quoteOf(of.order)
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
    const unmeasured = (['notional', 'delta', 'vega'] as const).filter((measure) => of.unit?.[measure] === undefined)
    const happened = { ...quote, unmeasured, number: this.#number, at: of.at, order: of.order, hasCome: of.hasCome, figures }
    this.#happened.set(quote.desk, [...this.#of(quote.desk), happened])
    return happened
  }

  #of = (desk: DeskId): readonly Happened[] => this.#happened.get(desk) ?? []

  /** The figures that count towards the limit at that time, if nothing more trades until then. `before` omits later events. */
  used(desk: DeskId, limit: ProtectionLimit, at: number, before = Infinity): Readonly<Record<Measure, number>> {
    const resets = this.#resets.filter(
      ({ desk: of, frozen }) => of === desk && frozen.limit === limit.id && frozen.product === limit.product,
    )
    const isLookedAt = (one: Happened) => resets.some(({ number, frozen }) => one.number < number && isCovered(frozen, one))
    const counted = this.#of(desk).filter(
      (one) => isCovered(limit, one) && one.at > at - limit.windowMs && one.number < before && !isLookedAt(one),
    )
    const sum = (measure: Measure) =>
      measure === 'orders'
        ? new Set(counted.filter(({ hasCome }) => !hasCome).map(({ order }) => order)).size
        : counted.reduce((total, { figures }) => total + figures[measure], 0)
    return Object.fromEntries(measures.map((measure) => [measure, sum(measure)])) as Record<Measure, number>
  }

  /** The executions from before the limit was set. */
  usedBeforeSet = (desk: DeskId, limit: ProtectionLimit, at: number): Readonly<Record<Measure, number>> =>
    this.used(desk, limit, at, this.#setAt.get(limit) ?? 0)

  /** The times in that span at which an execution leaves the limit's window. */
  leavings(desk: DeskId, limit: ProtectionLimit, after: number, until: number): readonly number[] {
    return this.#of(desk)
      .filter((one) => isCovered(limit, one))
      .map(({ at }) => at + limit.windowMs)
      .filter((at) => at > after && at <= until)
  }
}

const key = ({ desk, frozen }: { readonly desk: DeskId; readonly frozen: Frozen }): string =>
  JSON.stringify([desk, frozen.limit, frozen.product, frozen.label])

/** Executions of both sides; the caller removes those of orders that are not quotes. */
function executionsIn(event: ShardEvent) {
  if (event.kind !== 'TradeAgreed') return []
  const { makerOrder, takerOrder, quantity, agreedAt: at } = event.trade
  const figures = { quantity, at, unit: event.unit, isSameFill: event.isSameFill }
  return [
    { order: makerOrder as string, hasCome: event.aggressor === 'MAKER', ...figures },
    { order: takerOrder as string, hasCome: event.aggressor === 'TAKER', ...figures },
  ]
}
