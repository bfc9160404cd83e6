/**
 * A second, independent implementation of protections. It is slow, uses plain lists, and reads only the journal, one event after another. It throws
 * if a desk traded or could quote against its own protections (rulebook 11.1 to 11.7).
 */
import {
  productsOf,
  type DeskId,
  type Frozen,
  type ShardEvent,
  type Order,
  type ProductCode,
  type ProtectionLimit,
  type UnitExposure,
} from '@parley/core'
import type { StoredEntry } from '../../src/engine/journal.ts'
import type { Fence } from './fences.ts'
import type { QuoteOnFile } from './quote-on-file.ts'

type Traded = {
  readonly at: number
  readonly order: QuoteOnFile
  readonly quantity: number
  readonly notional: number
  readonly delta: number
  readonly vega: number
  readonly counts: 0 | 1
  /** It crossed a resting order: its desk's own limits count it, market maker protection does not. */
  readonly hasCome: boolean
  /** Limits that have triggered since and were reset, so it no longer counts there. */
  readonly lookedAt: Set<string>
}
type Match = {
  /** The resting order, then the aggressor order. */
  readonly sides: readonly [QuoteOnFile, QuoteOnFile]
  readonly quantity: number
  readonly unit: UnitExposure | undefined
  readonly isSameFill: boolean
}
type Limit = Cover & Pick<ProtectionLimit, 'id' | 'windowMs' | 'most'>
type Cover = { readonly product: ProductCode; readonly label?: string }

const UNIT = 1e6
const LONGEST_WINDOW_MS = 600_000
const DUST = 1e-6
const MMP = { id: 'MMP', windowMs: 1_000, most: { orders: 2 } } as const

const covers = ({ product, label }: Cover, order: QuoteOnFile): boolean =>
  order.products.includes(product) && (label === undefined || label === order.label)

function must(holds: boolean, what: string, about: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(about)}`)
}

export class ProtectionTwin {
  readonly #orders = new Map<string, QuoteOnFile>()
  readonly #products = new Map<string, readonly ProductCode[]>()
  readonly #minimums = new Map<string, number>()
  /** For direct RFQs. */
  readonly #takers = new Map<string, DeskId | undefined>()
  readonly #limits = new Map<string, ProtectionLimit & { readonly desk: string }>()
  readonly #frozen = new Map<string, Frozen & { readonly desk: string }>()
  readonly #stops = new Set<string>()
  readonly #deadMen = new Map<string, number>()
  #traded: Traded[] = []
  /** Orders that must be cancelled before anything else is decided, and why. */
  #leaving: { readonly decision: number; readonly seq: number; readonly why: string; readonly isMeant: (order: QuoteOnFile) => boolean }[] =
    []
  /** Limits that were reached and have not triggered yet. In model figures, those that were only just reached may trigger or not. */
  readonly #owed = new Map<string, { readonly decision: number; readonly isSure: boolean }>()
  /** The decision that is being read. */
  #decision = 0
  readonly #fences: readonly Fence[]

  constructor(fences: readonly Fence[]) {
    this.#fences = fences
  }

  read({ seq, decision, at, event: text }: Pick<StoredEntry, 'seq' | 'decision' | 'at' | 'event'>): void {
    this.#haveLeft(decision)
    this.#decision = decision
    const event = JSON.parse(text) as ShardEvent
    switch (event.kind) {
      case 'RfqCreated':
        this.#products.set(event.rfq.id, productsOf(event.rfq.structure))
        this.#minimums.set(event.rfq.id, event.rfq.minimumBlock)
        this.#takers.set(event.rfq.id, event.rfq.audience === 'DIRECT' ? event.rfq.creator.desk : undefined)
        return this.#mayAct(event.rfq.creator, event)
      case 'OrderPlaced':
      case 'OrderReplaced': {
        const order = this.#fromOrder(event.id, event.order, seq)
        // A replacement applies to an order that may rest, even if it is IOC from now on.
        return this.#placed(order, order.isQuote || (order.audience === 'ORDER_BOOK' && event.kind === 'OrderReplaced'), event)
      }
      case 'OrderCanceled':
        return this.#left(event.orderId, event)
      case 'TradeAgreed': {
        const { trade, unit, aggressor, isSameFill = false } = event
        const [maker, taker] = [this.#orderOf(trade.makerOrder), this.#orderOf(trade.takerOrder)]
        const sides = aggressor === 'MAKER' ? ([taker, maker] as const) : ([maker, taker] as const)
        return this.#matched({ sides, quantity: trade.quantity, unit, isSameFill }, seq, at)
      }
      default:
        return this.#protected(event, seq, at)
    }
  }

  /** Checks that everything that had to be cancelled is. */
  end(): void {
    this.#haveLeft(Infinity)
  }

  #protected(event: ShardEvent, seq: number, at: number): void {
    switch (event.kind) {
      case 'LimitSet':
        this.#limits.set(`${event.desk} ${event.limit.id}`, { ...event.limit, desk: event.desk })
        return
      case 'LimitRemoved':
        this.#limits.delete(`${event.desk} ${event.id}`)
        return
      case 'ProtectionTriggered':
        return this.#fired(event, seq, at)
      case 'ProtectionReset':
        must(this.#frozen.delete(heldKey(event.desk, event.frozen)), 'what was not frozen was thawed', event)
        for (const { order, lookedAt } of this.#traded)
          if (order.desk === event.desk && covers(event.frozen, order)) lookedAt.add(keyOf(event.desk, event.frozen))
        return
      case 'TradingStopped': {
        this.#stops.add(`${event.desk} ${event.user ?? ''}`)
        const isMeant = (order: QuoteOnFile) => order.desk === event.desk && (event.user === undefined || order.user === event.user)
        this.#haveToLeave(seq, 'trading was stopped (11.6)', isMeant)
        return
      }
      case 'TradingAllowed':
        this.#stops.delete(`${event.desk} ${event.user ?? ''}`)
        return
      case 'DeadManSet':
        this.#deadMen.set(event.via, event.triggersAt)
        return
      case 'DeadManCleared':
        this.#deadMen.delete(event.via)
        if (event.isTriggered) this.#haveToLeave(seq, 'the dead man fired (11.5)', ({ via }) => via === event.via)
        return
      default:
    }
  }

  #fromOrder(place: string, order: Order, seq: number): QuoteOnFile {
    const { id, actor, side, price, label, quantity, filled, pending, canceled } = order
    const taker = this.#takers.get(place)
    const isQuote = taker === undefined ? order.kind === 'QUOTE' && order.timeInForce !== 'IOC' : actor.desk !== taker
    const rests = quantity - filled - pending - canceled
    const audience = taker === undefined ? 'ORDER_BOOK' : 'DIRECT'
    return { id, place, audience, ...actor, side, price, label, products: this.#products.get(place)!, isQuote, seq, rests }
  }

  #orderOf(id: string): QuoteOnFile {
    const known = this.#orders.get(id)
    must(known !== undefined, 'a trade of an order that is not there', id)
    return known!
  }

  #mayAct({ desk, user }: { readonly desk: string; readonly user: string }, about: unknown): void {
    must(!this.#stops.has(`${desk} `) && !this.#stops.has(`${desk} ${user}`), 'somebody whose trading is stopped was let in (11.6)', about)
  }

  #placed(order: QuoteOnFile, mayRest: boolean, about: unknown): void {
    this.#mayAct(order, about)
    if (mayRest) must(this.#frozenFor(order) === undefined, 'a quote was taken where a protection has fired (11.1)', about)
    this.#orders.set(order.id, order)
  }

  #left(id: string, event: { readonly quantity: number; readonly cause: string }): void {
    // A quantity that the venue rejects was pending and did not rest.
    if (event.cause !== 'SETTLEMENT_REJECTED') this.#orderOf(id).rests -= event.quantity
  }

  #frozenFor = (order: QuoteOnFile): Frozen | undefined =>
    [...this.#frozen.values()].find((one) => one.desk === order.desk && covers(one, order))

  #matched(match: Match, seq: number, at: number): void {
    for (const side of match.sides) {
      this.#mayAct(side, { match, seq })
      must((this.#deadMen.get(side.via) ?? Infinity) >= at, "an order traded after its key's dead man's time (11.5)", { side, at })
      const fence = this.#fences.find((one) => side.seq <= one.seq && one.seq < seq && one.covers(side))
      must(fence === undefined, 'what a fence covered traded after it (11.7)', { side, seq, fence: fence?.seq })
      side.rests -= match.quantity
    }
    const [rested, came] = match.sides
    if (rested.isQuote) this.#executed(rested, match, 'rested', at)
    if (came.isQuote) this.#executed(came, match, 'came', at)
  }

  #executed(order: QuoteOnFile, { quantity, unit = {}, isSameFill }: Match, how: 'rested' | 'came', at: number): void {
    must(this.#frozenFor(order) === undefined, 'a quote traded while its protection held it (11.1)', order)
    const before = this.#traded.filter((one) => one.at > at - LONGEST_WINDOW_MS)
    const worth = worthOf(order, quantity, unit)
    const hasCome = how === 'came'
    this.#traded = [...before, { at, order, quantity, ...worth, counts: isSameFill ? 0 : 1, hasCome, lookedAt: new Set() }]
    for (const limit of this.#limitsOn(order).filter(({ id }) => !hasCome || id !== MMP.id)) {
      const [was, is] = [usedOf(before, limit, order.desk, at), usedOf(this.#traded, limit, order.desk, at)]
      for (const [measure, most] of Object.entries(limit.most) as [keyof typeof is, number][]) {
        must(!isModel(measure) || unit[measure] !== undefined, `${measure} of ${limit.id} was not measured (11.3)`, { order, unit })
        const isExceeded = Math.abs(is[measure]) > most + DUST && Math.abs(is[measure]) > Math.abs(was[measure]) + DUST
        must(!isExceeded, `${measure} of ${limit.id} was exceeded (11.3)`, { order, limit, was, is })
        const key = keyOf(order.desk, { limit: limit.id, product: limit.product })
        const isSure = Math.abs(is[measure]) >= most + (isModel(measure) ? DUST : 0) || this.#owed.get(key)?.isSure === true
        if (Math.abs(is[measure]) >= most - DUST) this.#owed.set(key, { decision: this.#decision, isSure })
      }
    }
  }

  #limitsOn(order: QuoteOnFile): readonly Limit[] {
    const own = [...this.#limits.values()].filter((limit) => limit.desk === order.desk && covers(limit, order))
    return [...order.products.map((product) => ({ ...MMP, product })), ...own]
  }

  #fired({ desk, frozen, blocked }: Extract<ShardEvent, { kind: 'ProtectionTriggered' }>, seq: number, at: number): void {
    const isReached = this.#owed.delete(keyOf(desk, frozen))
    const isFull = blocked !== undefined && this.#isFull(desk, frozen, blocked, at)
    must(isReached || isFull, 'a protection fired that had no reason to (11.1, 11.2)', { frozen, blocked })
    this.#frozen.set(heldKey(desk, frozen), { ...frozen, desk })
    const isMeant = (order: QuoteOnFile) => order.desk === desk && order.isQuote && covers(frozen, order)
    this.#haveToLeave(seq, `${frozen.limit} fired (11.1)`, isMeant)
  }

  /** Whether another block of the blocked quote would exceed the limit. */
  #isFull(desk: string, frozen: Frozen, { order: id, unit }: { readonly order: string; readonly unit: UnitExposure }, at: number): boolean {
    const order = this.#orderOf(id)
    const limit = this.#limitsOn(order).find((one) => one.id === frozen.limit && one.product === frozen.product)
    must(order.desk === desk && order.isQuote && limit !== undefined, 'a limit fired for what it does not cover (11.2)', { order, frozen })
    const block = this.#minimums.get(order.place)!
    const after = { ...worthOf(order, block, unit), executions: 1, quantity: block, orders: 1 }
    const used = usedOf(this.#traded, limit!, desk, at)[frozen.measure]
    return Math.abs(used + after[frozen.measure]) > limit!.most[frozen.measure]! - DUST
  }

  #haveToLeave(seq: number, why: string, isMeant: (order: QuoteOnFile) => boolean): void {
    this.#leaving.push({ decision: this.#decision, seq, why, isMeant })
  }

  /** Orders that a decision cancels are gone when the next one begins. */
  #haveLeft(next: number): void {
    for (const { seq, why, isMeant } of this.#leaving.filter(({ decision }) => decision < next)) {
      const found = [...this.#orders.values()].find((order) => order.seq < seq && order.rests > 0 && isMeant(order))
      must(found === undefined, `an order rests though ${why}`, found)
    }
    for (const [key, { decision, isSure }] of this.#owed) {
      if (decision >= next) continue
      must(!isSure, 'a limit was reached and did not fire at once (11.1, 11.2)', key)
      this.#owed.delete(key)
    }
    this.#leaving = this.#leaving.filter(({ decision }) => decision >= next)
  }
}

function worthOf({ side }: QuoteOnFile, quantity: number, { notional = 0, delta = 0, vega = 0 }: UnitExposure) {
  const units = quantity / UNIT
  const sign = side === 'BUY' ? units : -units
  return { notional: Math.abs(notional) * units, delta: delta * sign, vega: vega * sign }
}

const isModel = (measure: string): measure is keyof UnitExposure => ['notional', 'delta', 'vega'].includes(measure)

const keyOf = (desk: string, { limit, product }: Pick<Frozen, 'limit' | 'product'>): string => `${desk} ${limit} ${product}`
const heldKey = (desk: string, { limit, product, label }: Frozen): string => JSON.stringify([desk, limit, product, label])

function usedOf(traded: readonly Traded[], limit: Limit, desk: string, now: number) {
  const key = keyOf(desk, { limit: limit.id, product: limit.product })
  const counted = traded.filter(
    ({ at, order, lookedAt }) => at > now - limit.windowMs && order.desk === desk && covers(limit, order) && !lookedAt.has(key),
  )
  const sum = (of: (one: Traded) => number): number => counted.reduce((total, one) => total + of(one), 0)
  return {
    orders: new Set(counted.filter(({ hasCome }) => !hasCome).map(({ order }) => order.id)).size,
    executions: sum(({ counts }) => counts),
    quantity: sum(({ quantity }) => quantity),
    notional: sum(({ notional }) => notional),
    delta: sum(({ delta }) => delta),
    vega: sum(({ vega }) => vega),
  }
}
