/**
 * A simulated taker: it sends RFQs, watches the quotes, and trades, cancels or lets them expire. From time to time it compares some order books and
 * takes from the one with the best price. It knows only what its key shows.
 */
import {
  cancelRfq,
  ClientError,
  createRfq,
  getLevels,
  keepBooks,
  placeOrder,
  type Audience,
  type Books,
  type Client,
  type Rfq,
  type Socket,
} from '@parley/client'
import {
  explainMinimumBlock,
  formatPrice,
  formatQuantity,
  isRefusal,
  legPricesFor,
  parsePrice,
  quantity,
  structureMark,
} from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { chainOf } from './chain.ts'
import { between, exponential, some, weighted } from './chance.ts'
import { worthOf } from './how-to-quote.ts'
import { limits } from './limits.ts'
import type { DeskMarket, MarketView } from './market-view.ts'
import { watchOpenRfqs, type OpenRfqs } from './open-rfqs.ts'
import { isMissed, takerVerdictOf } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import { saidSize } from './sizes.ts'
import { termsOfWish } from './structures.ts'
import type { Timers } from './timers.ts'
import { whatToAsk, type Wish } from './what-to-ask.ts'
import { cheapest, sizeToTake, type Offer } from './what-to-take.ts'
import { bestOf, drawPlan, whenToTrade, type Move, type Plan } from './when-to-trade.ts'

export type TakerSetting = {
  readonly client: Client
  readonly sockets: readonly Socket[]
  readonly market: MarketView
  readonly timers: Timers
  readonly now: () => number
  readonly random: Random
  readonly scenario: Scenario
  readonly markets: readonly DeskMarket[]
  readonly account: string
  /** Ids of the simulated makers, and of the user's own. */
  readonly makers: readonly string[]
  readonly newcomersMaker: string | undefined
  /** Lines of its lists are traded with the list (list-taker.ts). */
  readonly isOfList: (rfqId: string) => boolean
  readonly onProblem: (error: unknown) => void
}

type OwnRfq = {
  readonly rfq: Rfq
  readonly plan: Plan
  /** By its own clock. */
  readonly seenAt: number
  isBusy: boolean
  isDone: boolean
  tries: number
}

const NEWCOMERS_SHARE_LATER = 0.75
const OPENING_EVERY_MS = 150

export class TakerDesk {
  readonly #setting: TakerSetting
  readonly #own = new Map<string, OwnRfq>()
  /** The makers' quotes in its own RFQs. */
  readonly #quotes: Books
  #orderBooks: OpenRfqs = new Map()
  #asked = 0

  constructor(setting: TakerSetting) {
    this.#setting = setting
    this.#quotes = keepBooks(
      setting.client,
      setting.sockets.filter(({ door }) => door === '/v2/drfq'),
    )
  }

  start(): void {
    const { sockets, timers, scenario, random, onProblem } = this.#setting
    watchOpenRfqs(sockets, { onChange: (audience, open) => this.#see(audience, open), onProblem })
    this.#askNow()
    this.#round()
    // In an active scenario, a new user sees a trade immediately.
    const isLively = scenario.burst > 0
    const firstMs = isLively ? between(random, limits.firstTakeLeastMs, limits.firstTakeMostMs) : exponential(random, scenario.takeEveryMs)
    timers.later(firstMs, () => this.#lookNow())
  }

  #see(audience: Audience, open: OpenRfqs): void {
    if (audience === 'ORDER_BOOK') return void (this.#orderBooks = open)
    const { now, random, scenario } = this.#setting
    for (const id of [...this.#own.keys()]) if (!open.has(id)) this.#own.delete(id)
    for (const rfq of open.values())
      if (rfq.role === 'TAKER' && !this.#own.has(rfq.id)) {
        const plan = drawPlan(random, scenario, this.#asked <= scenario.burst)
        this.#own.set(rfq.id, { rfq, plan, seenAt: now(), isBusy: false, isDone: false, tries: 0 })
      }
  }

  #askNow(): void {
    const { random, scenario, timers, onProblem } = this.#setting
    this.#ask().catch(onProblem)
    const isOpening = this.#asked < scenario.burst
    timers.later(isOpening ? OPENING_EVERY_MS : exponential(random, scenario.askEveryMs), () => this.#askNow())
  }

  #wish({ venue, currency, asks }: DeskMarket): Wish | undefined {
    const { market, now, random, scenario, makers, newcomersMaker } = this.#setting
    const within = { from: now() + limits.expiryAtLeastMs, to: now() + limits.expiryAtMostMs }
    const isOpening = this.#asked < scenario.burst
    return whatToAsk(random, {
      chain: chainOf(market.instruments(venue), currency, within, market.markOf),
      makers,
      newcomersMaker,
      newcomersShare: isOpening ? 1 : NEWCOMERS_SHARE_LATER,
      asks,
    })
  }

  async #ask(): Promise<void> {
    const { client, market, markets, random, account, isOfList } = this.#setting
    const where = weighted(
      random,
      markets.map((one) => [one, one.weight] as const),
    )
    const open = [...this.#own.keys()].filter((id) => !isOfList(id)).length
    const wanted = open < limits.openRfqsPerTaker ? this.#wish(where) : undefined
    this.#asked += 1
    if (wanted === undefined) return
    const legs = termsOfWish(wanted.legs)
    const structure = market.structureOf(legs)
    if (structure === undefined) return
    const { minimum, increment } = explainMinimumBlock(structure)
    await createRfq({
      audience: 'DIRECT',
      venue: where.venue,
      legs,
      quantity: formatQuantity(saidSize(minimum * wanted.blocks * where.blocks, increment)),
      account,
      counterparties: wanted.makers,
      isTakerAnonymous: wanted.isAnonymous,
    }).send(client)
  }

  #round(): void {
    const { scenario, timers } = this.#setting
    for (const one of this.#own.values()) void this.#decide(one)
    timers.later(scenario.takerRoundMs, () => this.#round())
  }

  async #decide(one: OwnRfq): Promise<void> {
    if (one.isBusy || one.isDone || this.#setting.isOfList(one.rfq.id)) return
    const { market, now } = this.#setting
    const structure = market.structureOf(one.rfq.legs)
    const mark = structure && structureMark(structure, market.markOf)?.markPrice
    const best = bestOf(this.#quotes.of(one.rfq))
    const move = whenToTrade(one.plan, { ageMs: now() - one.seenAt, ...best, mark })
    if (move.kind === 'WAIT') return
    one.isBusy = true
    try {
      await this.#move(one, move)
    } catch (error) {
      this.#failed(one, error)
    } finally {
      one.isBusy = false
    }
  }

  async #move(one: OwnRfq, move: Exclude<Move, { kind: 'WAIT' }>): Promise<void> {
    const { client } = this.#setting
    if (move.kind === 'CANCEL') return cancelRfq(one.rfq).send(client)
    const { priceText: price, quantity: wanted } = move.best
    await placeOrder(one.rfq, { side: move.side, quantity: wanted, price, timeInForce: 'FOK' }).send(client)
    // The RFQ stays open until the venue has settled, but nothing is left to trade in it.
    one.isDone = Number(wanted) >= Number(one.rfq.quantity)
  }

  #failed(one: OwnRfq, error: unknown): void {
    one.tries += 1
    const verdict = takerVerdictOf(error instanceof ClientError ? error.error : undefined, one.tries, limits.tradeTries)
    if (verdict === 'SOON') one.tries -= 1
    if (verdict === 'OVER' || verdict === 'GIVE_UP') one.isDone = true
    if (verdict === 'AGAIN' || verdict === 'GIVE_UP') this.#setting.onProblem(error)
  }

  #lookNow(): void {
    const { random, scenario, timers, onProblem } = this.#setting
    this.#look().catch((error: unknown) => {
      if (!(error instanceof ClientError && isMissed(error.error))) onProblem(error)
    })
    timers.later(exponential(random, scenario.takeEveryMs), () => this.#lookNow())
  }

  async #look(): Promise<void> {
    const compared = some(this.#setting.random, [...this.#orderBooks.values()], limits.booksCompared)
    const best = cheapest((await Promise.all(compared.map((rfq) => this.#offersIn(rfq)))).flat())
    if (best !== undefined) await this.#take(best)
  }

  async #offersIn(rfq: Rfq): Promise<readonly Offer<Rfq>[]> {
    const { client, market } = this.#setting
    const structure = market.structureOf(rfq.legs)
    const worth = structure && worthOf(structure, market.markOf)
    if (worth === undefined) return []
    const levels = await getLevels(rfq).send(client)
    return (['BUY', 'SELL'] as const).flatMap((side) => {
      const best = levels.find((level) => level.side !== side)
      if (best === undefined) return []
      return [{ book: rfq, side, ...worth, price: Number(best.price), priceText: best.price, quantity: quantity(best.quantity) }]
    })
  }

  async #take({ book: rfq, side, priceText, quantity: resting }: Offer<Rfq>): Promise<void> {
    const { client, market, random, account } = this.#setting
    const structure = market.structureOf(rfq.legs)
    const price = parsePrice(priceText)
    const prices = structure && price !== undefined ? legPricesFor(structure, price, market.markOf) : undefined
    if (prices === undefined || isRefusal(prices)) return
    const blocks = weighted<number | 'ALL'>(random, [[1, 5], [2, 4], [3, 2], ['ALL', 2]]) // prettier-ignore
    const wanted = blocks === 'ALL' ? resting : saidSize(blocks * quantity(rfq.minBlockSize!), quantity(rfq.quantityIncrement!))
    const legPrices = rfq.legs.map(({ instrumentId }, index) => ({ instrumentId, price: formatPrice(prices[index]!) }))
    const terms = { side, quantity: formatQuantity(sizeToTake(resting, wanted)), legPrices, account }
    await placeOrder(rfq, { ...terms, timeInForce: 'IOC' }).send(client)
  }
}
