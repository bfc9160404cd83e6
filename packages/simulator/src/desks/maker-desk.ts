/**
 * A simulated maker in all kinds of RFQs: it quotes both sides or declines, skews against what it has just traded, sometimes widens or cancels a
 * side, follows the mark, and drops what has ended. All changes go in one call. It knows only what its key shows.
 */
import {
  cancelOrder,
  cancelOrders,
  ClientError,
  declineRfq,
  placeOrders,
  watchTrades,
  type Audience,
  type Client,
  type OrderVerdict,
  type Rfq,
  type Socket,
} from '@parley/client'
import { quantity } from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { between, oneOf } from './chance.ts'
import { comesIn, drawMood, eagerness, fairness, hasMoved, type Fairness, type MakerStyle, type Mood } from './how-to-quote.ts'
import { ladder, type LadderPlace } from './ladder.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import { watchOpenRfqs, type OpenRfqs } from './open-rfqs.ts'
import type { ProtectionWatch } from './protection-watch.ts'
import { beginQuoting, entryOf, loseQuotes, tradeIn, type Entry, type QuotedRfq } from './quoted-rfq.ts'
import { audiences, quotingOf, shareQuoted } from './quoting.ts'
import { isLate, verdictOf } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import type { Timers } from './timers.ts'

export type MakerSetting = {
  readonly client: Client
  readonly sockets: readonly Socket[]
  readonly market: MarketView
  readonly timers: Timers
  readonly now: () => number
  readonly protection: ProtectionWatch
  readonly random: Random
  readonly style: MakerStyle
  readonly scenario: Scenario
  readonly account: string
  /** Tickers of desks whose RFQs it may ignore sometimes; all others belong to people. */
  readonly simulated: ReadonlySet<string>
  /** Follows the open order books. */
  readonly onOrderBooks: (open: OpenRfqs) => void
  readonly onProblem: (error: unknown) => void
}

type Wish = Fairness & { readonly shows: Mood['shows'] }

/** Each round of quoting reduces the remembered position by this fraction. */
const FORGOTTEN = 0.3

export class MakerDesk {
  readonly #setting: MakerSetting
  readonly #quoted = new Map<string, QuotedRfq>()
  /** It decides once whether it quotes an RFQ. */
  readonly #cares: Readonly<Record<Audience, Map<string, boolean>>> = { DIRECT: new Map(), ORDER_BOOK: new Map() }
  readonly #recounting = new Set<Audience>()

  constructor(setting: MakerSetting) {
    this.#setting = setting
  }

  start(): void {
    const { protection, timers, scenario, onProblem } = this.#setting
    protection.onBlocked((product) => this.#loseProduct(product))
    this.#listen().catch(onProblem)
    for (const audience of audiences) timers.later(scenario[quotingOf[audience].roundMs], () => this.#round(audience))
  }

  async #listen(): Promise<void> {
    const { client, sockets, onOrderBooks, onProblem } = this.#setting
    // Quotes left by an earlier run are out of date.
    await Promise.all(audiences.map((audience) => cancelOrders({ audience }).send(client)))
    const onChange = (audience: Audience, open: OpenRfqs): void => {
      this.#see(audience, open)
      if (audience === 'ORDER_BOOK') onOrderBooks(open)
    }
    watchOpenRfqs(sockets, { onChange, onProblem })
    watchTrades(sockets, ({ event, data: trade }) => {
      if (event === 'SNAPSHOT' || trade.state !== 'PENDING_SETTLEMENT' || trade.orderId === undefined) return
      const one = this.#quoted.get(trade.rfqId)
      if (one !== undefined && quotingOf[trade.audience].stays) tradeIn(one, trade.orderId, trade.side, quantity(trade.quantity))
    })
  }

  #round(audience: Audience): void {
    const { timers, scenario, style, random } = this.#setting
    void this.#quote([...this.#quoted.values()].filter(({ rfq, hasBegun }) => hasBegun && rfq.audience === audience))
    const roundMs = scenario[quotingOf[audience].roundMs] * style.slowness * between(random, 0.8, 1.2)
    timers.later(roundMs, () => this.#round(audience))
  }

  /** The quotes in the product are already cancelled. */
  #loseProduct(product: string): void {
    for (const one of this.#quoted.values()) if (one.rfq.productCodes.includes(product)) loseQuotes(one)
  }

  #see(audience: Audience, open: OpenRfqs): void {
    const cares = this.#cares[audience]
    for (const id of [...cares.keys()].filter((one) => !open.has(one))) {
      cares.delete(id)
      this.#quoted.delete(id)
    }
    const newest = [...open.values()].slice(-quotingOf[audience].most)
    for (const rfq of newest) if (rfq.role !== 'TAKER' && !this.#quoted.has(rfq.id)) this.#consider(rfq)
  }

  #consider(rfq: Rfq): void {
    const { market, now, random, scenario, simulated, style, timers } = this.#setting
    const isNewcomers = rfq.audience === 'DIRECT' && !simulated.has(rfq.takerDeskName ?? '')
    const known = this.#cares[rfq.audience].get(rfq.id)
    const cares = known ?? random.next() < shareQuoted(rfq.audience, scenario, isNewcomers)
    this.#cares[rfq.audience].set(rfq.id, cares)
    if (!cares && known === undefined) this.#decline(rfq)
    const structure = cares ? market.structureOf(rfq.legs) : undefined
    if (structure === undefined) return
    const one = beginQuoting({ rfq, structure, isNewcomers, seenAt: now() }, random)
    this.#quoted.set(rfq.id, one)
    const waitMs = between(random, limits.quoteAfterLeastMs, limits.quoteAfterMostMs) * (isNewcomers ? 1 : style.slowness)
    timers.later(waitMs, () => {
      one.hasBegun = true
      void this.#quote([one])
    })
  }

  /** Declines, or does nothing at all. */
  #decline(rfq: Rfq): void {
    const { client, random, scenario, timers, onProblem } = this.#setting
    if (!quotingOf[rfq.audience].declines || random.next() > scenario.declines) return
    const reason = oneOf(random, ['SIZE', 'RISK', 'MARKET', 'MARKET', 'OTHER'] as const)
    timers.later(between(random, limits.declineAfterLeastMs, limits.declineAfterMostMs), () => {
      declineRfq(rfq, { reason })
        .send(client)
        .catch((error: unknown) => {
          if (!(error instanceof ClientError && isLate(error.error))) onProblem(error)
        })
    })
  }

  /** Sends all due changes in RFQs of one kind in one call. */
  async #quote(some: readonly QuotedRfq[]): Promise<void> {
    const moved = some.flatMap((one) => {
      const wish = this.#wishFor(one)
      return wish === undefined ? [] : [{ one, wish }]
    })
    if (moved.length === 0) return
    const { audience } = moved[0]!.one.rfq
    for (const { one } of moved) one.isBusy = true
    try {
      const entries = (await Promise.all(moved.map(({ one, wish }) => this.#entriesFor(one, wish)))).flat()
      for (let first = 0; first < entries.length; first += limits.quotesPerCall)
        await this.#send(audience, entries.slice(first, first + limits.quotesPerCall))
    } catch (error) {
      this.#setting.onProblem(error)
      await this.#beginAgain(audience)
    } finally {
      for (const { one } of moved) one.isBusy = false
    }
  }

  /** If a call got no response, the resting quotes are unknown: cancel everything in one call, and quote again in the next round. */
  async #beginAgain(audience: Audience): Promise<void> {
    if (this.#recounting.has(audience)) return
    this.#recounting.add(audience)
    try {
      await cancelOrders({ audience }).send(this.#setting.client)
    } catch (error) {
      this.#setting.onProblem(error)
    } finally {
      for (const one of this.#quoted.values()) if (one.rfq.audience === audience) loseQuotes(one)
      this.#recounting.delete(audience)
    }
  }

  /** Undefined if no message is needed. */
  #wishFor(one: QuotedRfq): Wish | undefined {
    const { market, now, protection, random, style } = this.#setting
    const { isNewcomers, quoted, seenAt, structure, rfq } = one
    if (one.isBusy || this.#quoted.get(rfq.id) !== one || protection.isBlocked(rfq.productCodes)) return undefined
    const { widening, shows } = drawMood(random, isNewcomers ? 'NEWCOMER' : 'STRANGER')
    const eager = isNewcomers ? eagerness(now() - seenAt) : 1
    const fair = fairness(structure, market.markOf, style, widening * eager)
    if (fair === undefined) return undefined
    if (quoted !== undefined && !hasMoved(quoted, fair) && !(isNewcomers && comesIn(quoted, fair))) return undefined
    return { ...fair, shows }
  }

  async #entriesFor(one: QuotedRfq, { shows, ...fair }: Wish): Promise<readonly Entry[]> {
    const { market, account } = this.#setting
    const { structure, quoted, rfq } = one
    const style = { ...this.#setting.style, isDeep: this.#setting.style.isDeep && quotingOf[rfq.audience].stays }
    one.quoted = fair
    one.position *= 1 - FORGOTTEN
    const rungs = ladder({
      structure,
      markOf: market.markOf,
      style,
      position: one.position,
      fair,
      shows: shownSide(one.rfq, shows),
      quoted,
    })
    await Promise.all(rungs.flatMap(({ place, quote }) => (quote === undefined ? [this.#pull(one, place)] : [])))
    return rungs.flatMap(({ place, quote }) => (quote === undefined ? [] : [entryOf(one, place, quote, account)]))
  }

  async #send(audience: Audience, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    const lines = entries.map(({ line }) => line)
    for (const { index, order, refusal } of await placeOrders(audience, lines).send(this.#setting.client)) {
      const { one, place, size, quantity: shown } = entries[index]!
      if (order !== undefined) one.resting.set(place, { order, size, quantity: shown })
      else if (refusal !== undefined) this.#refused(one, place, refusal)
    }
  }

  #refused(one: QuotedRfq, place: LadderPlace, { error, message }: NonNullable<OrderVerdict['refusal']>): void {
    const { protection, onProblem } = this.#setting
    one.quoted = undefined
    switch (verdictOf(error)) {
      case 'QUOTE_IS_OVER':
        return void one.resting.delete(place)
      case 'REQUEST_IS_OVER':
        return this.#leave(one)
      case 'PROTECTED':
        return protection.refused(one.rfq.productCodes)
      case 'LOST_COUNT':
        return void this.#beginAgain(one.rfq.audience)
      case 'PASSES':
        return
      case 'PROBLEM':
        one.tries += 1
        if (one.tries >= limits.quoteTries) this.#leave(one)
        return onProblem(new Error(message))
    }
  }

  #leave({ rfq }: QuotedRfq): void {
    this.#quoted.delete(rfq.id)
    this.#cares[rfq.audience].set(rfq.id, false)
  }

  async #pull({ resting }: QuotedRfq, place: LadderPlace): Promise<void> {
    const known = resting.get(place)
    if (known === undefined) return
    resting.delete(place)
    await cancelOrder(known.order)
      .send(this.#setting.client)
      .catch((error: unknown) => {
        // A quote that has just traded is gone in any case.
        if (!(error instanceof ClientError) || verdictOf(error.error ?? '') !== 'QUOTE_IS_OVER') throw error
      })
  }
}

/** For a one-sided RFQ, only the requested side. */
const shownSide = ({ takerSide }: Rfq, shows: Mood['shows']): Mood['shows'] =>
  takerSide === undefined ? shows : takerSide === 'BUY' ? 'ASK' : 'BID'
