/**
 * A simulated maker in listed spreads: it quotes some of the spreads of every venue, shows a ladder around the mark of each, and replaces orders that
 * the mark has left behind, one after another at a moderate pace. It reads marks at the venues and its own orders on its socket, and nothing else.
 */
import { ClientError, type Client, type Socket, type SpreadData, type StrategyView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { createRandom, type Random } from '../exchange/random.ts'
import { between, oneOf } from './chance.ts'
import type { MakerStyle } from './how-to-quote.ts'
import { limits } from './limits.ts'
import type { ProtectionWatch } from './protection-watch.ts'
import { verdictOf } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import { isDue, spreadLadder, spreadWorth, type RestingRung, type SpreadPlace, type SpreadRung } from './spread-ladder.ts'
import { nameOf, type SpreadList } from './spread-list.ts'
import type { Timers } from './timers.ts'
import type { VenueMarks } from './venue-marks.ts'

export type SpreadMakerSetting = {
  readonly client: Client
  /** Through `/v1/fs`; a desk without this socket quotes no spreads. */
  readonly socket: Socket | undefined
  readonly spreads: SpreadList
  readonly marks: VenueMarks
  readonly timers: Timers
  readonly now: () => number
  readonly protection: ProtectionWatch
  readonly random: Random
  readonly style: MakerStyle
  readonly scenario: Scenario
  readonly seed: number
  readonly ticker: string
  readonly account: string
  readonly onProblem: (error: unknown) => void
}

type Quoted = {
  readonly strategy: StrategyView
  /** In minimum blocks; undefined if it does not quote the spread. */
  readonly blocks: number | undefined
  readonly resting: Map<SpreadPlace, RestingRung & { readonly id: string }>
  tries: number
  /** The spread no longer accepts orders, or not from this desk. */
  isOver: boolean
}
type Due = { readonly one: Quoted; readonly place: SpreadPlace }
type OwnOrder = SpreadData['orders.{venue}.{kind}.{strategy_id}']

export class SpreadMaker {
  readonly #setting: SpreadMakerSetting
  readonly #quoted = new Map<string, Quoted>()
  /** The resting orders are unknown, so they are cancelled before anything else is sent. */
  #isLost = true

  constructor(setting: SpreadMakerSetting) {
    this.#setting = setting
  }

  start(): void {
    const { socket, timers, onProblem } = this.#setting
    if (socket === undefined) return void this.#beginAgain()
    socket.subscribe<OwnOrder>('orders.ALL.ALL.ALL', ({ event, data }) => (event === 'SNAPSHOT' ? undefined : this.#see(data)), {
      onRefused: (message) => onProblem(new Error(message)),
      // The channel does not report orders that closed while the socket was down.
      onSubscribed: () => (this.#isLost = true),
    })
    timers.later(limits.quoteAfterLeastMs, () => void this.#round())
  }

  #see({ id, strategy_id: strategyId, state, resting_amount_decimal: resting }: OwnOrder): void {
    const one = this.#quoted.get(strategyId)
    for (const [place, known] of one?.resting ?? [])
      if (known.id === id) {
        if (state === 'CLOSED') one!.resting.delete(place)
        else one!.resting.set(place, { ...known, resting })
      }
  }

  async #round(): Promise<void> {
    const { scenario, style, random, timers } = this.#setting
    if (this.#isLost) await this.#beginAgain()
    this.#follow()
    for (const { one, place } of this.#due()) {
      if (this.#isLost) break
      await this.#send(one, place)
      await new Promise<void>((resolve) => timers.later(limits.spreadPaceMs, resolve))
    }
    const isEmpty = this.#quoted.size === 0 || this.#isLost
    const roundMs = scenario.spreadRoundMs * style.slowness * between(random, 0.8, 1.2)
    timers.later(isEmpty ? limits.spreadsSettleMs : roundMs, () => void this.#round())
  }

  /** Orders of an earlier run, and orders without a response, are out of date. */
  async #beginAgain(): Promise<void> {
    this.#isLost = false
    try {
      await this.#setting.client.call(spreadCalls.cancelOrders, { query: {} })
      for (const { resting } of this.#quoted.values()) resting.clear()
    } catch (error) {
      this.#isLost = true
      this.#setting.onProblem(error)
    }
  }

  /** It decides once whether it quotes a spread, and equally on every day of a seed. */
  #follow(): void {
    const { spreads, scenario, seed, ticker } = this.#setting
    const listed = new Map(spreads.strategies().map((strategy) => [strategy.id, strategy]))
    for (const id of [...this.#quoted.keys()].filter((one) => !listed.has(one))) this.#quoted.delete(id)
    for (const strategy of listed.values()) {
      if (this.#quoted.has(strategy.id)) continue
      const random = createRandom(seed, `${ticker} ${nameOf(strategy)}`)
      const blocks = random.next() < scenario.spreadInterest ? oneOf(random, [1, 1, 2, 3]) * spreads.ownBlock(strategy) : undefined
      this.#quoted.set(strategy.id, { strategy, blocks, resting: new Map(), tries: 0, isOver: false })
    }
  }

  /** Every order that has to move, the tops of all books first. */
  #due(): readonly Due[] {
    const all = [...this.#quoted.values()].flatMap((one) =>
      this.#wished(one).flatMap((rung) =>
        isDue(rung, one.resting.get(rung.place)) ? [{ one, place: rung.place, depth: rung.depth }] : [],
      ),
    )
    return all.sort((a, b) => a.depth - b.depth)
  }

  #wished({ strategy, blocks, isOver }: Quoted): readonly SpreadRung[] {
    const { marks, now, style, protection } = this.#setting
    if (blocks === undefined || isOver || protection.isBlocked(strategy.product_codes)) return []
    const worth = spreadWorth(strategy, marks, now())
    return worth === undefined ? [] : spreadLadder({ strategy, style, worth, blocks })
  }

  /** Uses the current mark, because the queue may be long. */
  async #send(one: Quoted, place: SpreadPlace): Promise<void> {
    const { client, account } = this.#setting
    const known = one.resting.get(place)
    const rung = this.#wished(one).find((wished) => wished.place === place)
    if (rung === undefined || !isDue(rung, known)) return
    const { side, price, amount } = rung
    const terms = { price, amount, post_only: true, account_name: account }
    try {
      const placed = await (known === undefined
        ? client.call(spreadCalls.createOrder, { body: { ...terms, strategy_id: one.strategy.id, side } })
        : client.call(spreadCalls.replaceOrder, { params: { id: known.id }, body: terms }))
      if (placed.state === 'OPEN') one.resting.set(place, { id: placed.id, price, amount, resting: placed.resting_amount_decimal })
      else one.resting.delete(place)
    } catch (error) {
      this.#refused(one, place, error)
    }
  }

  #refused(one: Quoted, place: SpreadPlace, error: unknown): void {
    const { protection, onProblem } = this.#setting
    const refusal = error instanceof ClientError && error.status !== 0 ? error.error : undefined
    if (refusal === undefined) this.#isLost = true
    switch (verdictOf(refusal ?? '')) {
      case 'QUOTE_IS_OVER':
        return void one.resting.delete(place)
      case 'REQUEST_IS_OVER':
        return void (one.isOver = true)
      case 'PROTECTED':
        return protection.refused(one.strategy.product_codes)
      case 'LOST_COUNT':
        return void (this.#isLost = true)
      case 'PASSES':
        return
      case 'PROBLEM':
        one.tries += 1
        if (one.tries >= limits.quoteTries) one.isOver = true
        return onProblem(error)
    }
  }
}
