/** A simulated maker in the direct flow: hears of RFQs, quotes both sides or declines, follows the mark, and forgets what is over. It knows what its key shows it. */
import { ClientError, type Client, type Socket } from '@parley/client'
import { directRfqCalls, type BodyOf, type RfqView } from '@parley/contracts'
import { formatPrice, type Structure } from '@parley/core'
import type { Random } from '../deribit/random.ts'
import { between, oneOf } from './chance.ts'
import { comesIn, drawMood, eagerness, fairness, hasMoved, type Fairness, type MakerStyle, type Mood } from './how-to-quote.ts'
import { ladder, type Side } from './ladder.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import type { ProtectionWatch } from './protection-watch.ts'
import { isLate, verdictOf } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import type { Timers } from './timers.ts'

export type MakerSetting = {
  readonly client: Client
  readonly socket: Socket
  readonly market: MarketView
  readonly timers: Timers
  readonly now: () => number
  readonly protection: ProtectionWatch
  readonly random: Random
  readonly style: MakerStyle
  readonly scenario: Scenario
  readonly account: string
  /** Tickers of desks whose RFQs may be left alone now and then; all others are people's. */
  readonly simulated: ReadonlySet<string>
  readonly onProblem: (error: unknown) => void
}

type Watched = {
  readonly rfq: RfqView
  readonly structure: Structure
  readonly isNewcomers: boolean
  readonly orders: Map<Side, string>
  quoted: Fairness | undefined
  /** It has been quoted, or tried: from here on the rounds look after it. */
  hasBegun: boolean
  tries: number
  isBusy: boolean
}
type Line = NonNullable<BodyOf<typeof directRfqCalls.createOrders>>['orders'][number]
type Entry = { readonly one: Watched; readonly side: Side; readonly line: Line }

export function startMaker(setting: MakerSetting): void {
  const { client, socket, market, timers, now, protection, random, scenario, account, onProblem } = setting
  // One price on a side is what a request has room for.
  const style: MakerStyle = { ...setting.style, isDeep: false }
  const watched = new Map<string, Watched>()

  /** What rested in the product is cancelled already. */
  function forget(product: string): void {
    for (const one of watched.values()) if (one.rfq.product_codes.includes(product)) lose(one)
  }

  function lose(one: Watched): void {
    one.orders.clear()
    one.quoted = undefined
  }

  function see(rfq: RfqView): void {
    if (rfq.role !== 'MAKER') return
    if (rfq.state !== 'OPEN') return void watched.delete(rfq.id)
    if (watched.has(rfq.id)) return
    const isNewcomers = rfq.taker_desk_name === null || !setting.simulated.has(rfq.taker_desk_name)
    if (!isNewcomers && random.next() > scenario.interest) return leave(rfq)
    const structure = market.structureOf(rfq.legs)
    if (structure === undefined) return
    const one: Watched = { rfq, structure, isNewcomers, orders: new Map(), quoted: undefined, hasBegun: false, tries: 0, isBusy: false }
    watched.set(rfq.id, one)
    const waitMs = between(random, limits.quoteAfterLeastMs, limits.quoteAfterMostMs) * (isNewcomers ? 1 : style.slowness)
    timers.later(waitMs, () => {
      one.hasBegun = true
      void quote([one])
    })
  }

  /** Says that it will not quote, or nothing at all. */
  function leave({ id }: RfqView): void {
    if (random.next() > scenario.declines) return
    const reason = oneOf(random, ['SIZE', 'RISK', 'MARKET', 'MARKET', 'OTHER'] as const)
    timers.later(between(random, limits.declineAfterLeastMs, limits.declineAfterMostMs), () => {
      client.call(directRfqCalls.declineRfq, { params: { id }, body: { reason } }).catch((error: unknown) => {
        if (!(error instanceof ClientError && isLate(error.error))) onProblem(error)
      })
    })
  }

  /** Everything that has to move, in one call. */
  async function quote(ones: readonly Watched[]): Promise<void> {
    const moved = ones.flatMap((one) => {
      const fair = wishFor(one)
      return fair === undefined ? [] : [{ one, fair }]
    })
    for (const { one } of moved) one.isBusy = true
    try {
      const entries: Entry[] = []
      for (const { one, fair } of moved) entries.push(...(await linesOf(one, fair)))
      for (let first = 0; first < entries.length; first += limits.quotesPerCall)
        await send(entries.slice(first, first + limits.quotesPerCall))
    } catch (error) {
      onProblem(error)
      await beginAgain()
    } finally {
      for (const { one } of moved) one.isBusy = false
    }
  }

  let isBeginningAgain = false

  /** Where a call was not answered nobody knows what rests: everything is cancelled, in one call, and quoted anew by the next round. */
  async function beginAgain(): Promise<void> {
    if (isBeginningAgain) return
    isBeginningAgain = true
    try {
      await client.call(directRfqCalls.cancelOrders, { query: {} })
    } catch (error) {
      onProblem(error)
    } finally {
      for (const one of watched.values()) lose(one)
      isBeginningAgain = false
    }
  }

  type Wish = Fairness & { readonly shows: Mood['shows'] }

  /** Undefined where nothing has to be said. */
  function wishFor(one: Watched): Wish | undefined {
    if (one.isBusy || watched.get(one.rfq.id) !== one || protection.isFrozen(one.rfq.product_codes)) return undefined
    const { isNewcomers, quoted, structure, rfq } = one
    const { widening, shows } = drawMood(random, isNewcomers ? 'NEWCOMER' : 'STRANGER')
    const eager = isNewcomers ? eagerness(now() - rfq.created_at) : 1
    const fair = fairness(structure, market.markOf, style, widening * eager)
    if (fair === undefined) return undefined
    if (quoted !== undefined && !hasMoved(quoted, fair) && !(isNewcomers && comesIn(quoted, fair))) return undefined
    return { ...fair, shows }
  }

  async function linesOf(one: Watched, { shows, ...fair }: Wish): Promise<readonly Entry[]> {
    const { structure, quoted } = one
    one.quoted = fair
    const entries: Entry[] = []
    for (const { side, quote: wanted } of ladder({ structure, markOf: market.markOf, style, position: 0, fair, shows, quoted })) {
      if (wanted === undefined) await pull(one, side)
      else
        entries.push({
          one,
          side,
          line: lineOf(
            one,
            side,
            wanted.legs.map((price) => formatPrice(price)),
          ),
        })
    }
    return entries
  }

  function lineOf({ rfq, orders }: Watched, side: Side, prices: readonly string[]): Line {
    const legs = rfq.legs.map(({ instrument_id }, index) => ({ instrument_id, price: prices[index]! }))
    const known = orders.get(side)
    if (known !== undefined) return { order_id: known, legs }
    return { rfq_id: rfq.id, side, quantity: rfq.quantity, legs, account_name: account }
  }

  async function send(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    const { results } = await client.call(directRfqCalls.createOrders, { body: { orders: entries.map(({ line }) => line) } })
    for (const { index, order, error } of results) {
      const { one, side } = entries[index]!
      if (order !== null) one.orders.set(side, order.id)
      else if (error !== null) fail(one, side, error)
    }
  }

  function fail(one: Watched, side: Side, { error, message }: { readonly error: string; readonly message: string }): void {
    one.quoted = undefined
    switch (verdictOf(error)) {
      case 'QUOTE_IS_OVER':
        return void one.orders.delete(side)
      case 'REQUEST_IS_OVER':
        return void watched.delete(one.rfq.id)
      case 'PROTECTED':
        return protection.refused(one.rfq.product_codes)
      case 'LOST_COUNT':
        return void beginAgain()
      case 'PASSES':
        return
      case 'PROBLEM':
        one.tries += 1
        if (one.tries >= limits.quoteTries) watched.delete(one.rfq.id)
        return onProblem(new Error(message))
    }
  }

  async function pull({ orders }: Watched, side: Side): Promise<void> {
    const known = orders.get(side)
    if (known === undefined) return
    orders.delete(side)
    await client.call(directRfqCalls.cancelOrder, { params: { id: known } }).catch((error: unknown) => {
      if (!(error instanceof ClientError) || verdictOf(error.error ?? '') !== 'QUOTE_IS_OVER') throw error
    })
  }

  async function start(): Promise<void> {
    // What an earlier run left behind is no longer anybody's opinion.
    await client.call(directRfqCalls.cancelOrders, { query: {} })
    socket.subscribe<RfqView>(
      'rfqs',
      ({ event, data }) => {
        if (event !== 'SNAPSHOT') return see(data)
        const open = new Set(data.map(({ id }) => id))
        for (const id of watched.keys()) if (!open.has(id)) watched.delete(id)
        for (const rfq of data) see(rfq)
      },
      { snapshot: true, onRefused: (message) => onProblem(new Error(message)) },
    )
  }

  function round(): void {
    void quote([...watched.values()].filter(({ hasBegun }) => hasBegun))
    timers.later(scenario.makerRoundMs * style.slowness * between(random, 0.8, 1.2), round)
  }

  protection.onFrozen(forget)
  start().catch(onProblem)
  timers.later(scenario.makerRoundMs, round)
}
