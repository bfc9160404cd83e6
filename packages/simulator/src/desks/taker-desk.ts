/** A simulated taker: asks, watches its books, and trades, cancels or lets expire. It knows what its key shows it. */
import { ClientError, type Client, type Socket } from '@parley/client'
import { directRfqCalls, type RfqOrderView, type RfqView } from '@parley/contracts'
import { explainMinimumBlock, formatQuantity, structureMark } from '@parley/core'
import type { Random } from '../deribit/random.ts'
import { chainOf } from './chain.ts'
import { exponential, oneOf } from './chance.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import { takerVerdictOf } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import type { Timers } from './timers.ts'
import { saidSize } from './sizes.ts'
import { termsOfWish } from './structures.ts'
import { whatToAsk, type Wish } from './what-to-ask.ts'
import { bestOf, drawPlan, whenToTrade, type Plan } from './when-to-trade.ts'

export type TakerSetting = {
  readonly client: Client
  readonly socket: Socket
  readonly market: MarketView
  readonly timers: Timers
  readonly now: () => number
  readonly random: Random
  readonly scenario: Scenario
  readonly venue: string
  readonly currencies: readonly string[]
  readonly account: string
  /** Ids of the simulated makers, and of the newcomer's own. */
  readonly makers: readonly string[]
  readonly newcomersMaker: string | undefined
  readonly onProblem: (error: unknown) => void
}

type Own = {
  readonly rfq: RfqView
  readonly plan: Plan
  readonly book: Map<string, RfqOrderView>
  isBusy: boolean
  isDone: boolean
  tries: number
}

const NEWCOMERS_SHARE_LATER = 0.75

export function startTaker(setting: TakerSetting): void {
  const { client, socket, market, timers, now, random, scenario, onProblem } = setting
  const own = new Map<string, Own>()
  let asked = 0

  function see(rfq: RfqView): void {
    if (rfq.role !== 'TAKER') return
    if (rfq.state !== 'OPEN') return void own.delete(rfq.id)
    if (own.has(rfq.id)) return
    own.set(rfq.id, {
      rfq,
      plan: drawPlan(random, scenario, asked <= scenario.burst),
      book: new Map(),
      isBusy: false,
      isDone: false,
      tries: 0,
    })
  }

  function wish(): Wish | undefined {
    const within = { from: now() + limits.expiryAtLeastMs, to: now() + limits.expiryAtMostMs }
    const isOpening = asked < scenario.burst
    return whatToAsk(random, {
      chain: chainOf(market.instruments(), oneOf(random, setting.currencies), within, market.markOf),
      makers: setting.makers,
      newcomersMaker: setting.newcomersMaker,
      newcomersShare: isOpening ? 1 : NEWCOMERS_SHARE_LATER,
    })
  }

  async function ask(): Promise<void> {
    const wanted = own.size < limits.openRfqsPerTaker ? wish() : undefined
    asked += 1
    if (wanted === undefined) return
    const legs = termsOfWish(wanted.legs)
    const structure = market.structureOf(legs)
    if (structure === undefined) return
    const { minimum, increment } = explainMinimumBlock(structure)
    const body = {
      venue: setting.venue,
      quantity: formatQuantity(saidSize(minimum * wanted.blocks, increment)),
      legs: [...legs],
      account_name: setting.account,
      counterparties: [...wanted.makers],
      is_taker_anonymous: wanted.isAnonymous,
    }
    see(await client.call(directRfqCalls.createRfq, { body }))
  }

  async function decide(one: Own): Promise<void> {
    if (one.isBusy || one.isDone) return
    const structure = market.structureOf(one.rfq.legs)
    const mark = structure && structureMark(structure, market.markOf)?.markPrice
    const move = whenToTrade(one.plan, { ageMs: now() - one.rfq.created_at, ...bestOf([...one.book.values()]), mark })
    if (move.kind === 'WAIT') return
    one.isBusy = true
    try {
      if (move.kind === 'CANCEL') await client.call(directRfqCalls.cancelRfq, { params: { id: one.rfq.id } })
      else {
        const { priceText: price, quantity } = move.best
        const body = { rfq_id: one.rfq.id, side: move.side, quantity, price, type: 'LIMIT', time_in_force: 'FILL_OR_KILL' } as const
        await client.call(directRfqCalls.createOrder, { body })
        // Until the venue has settled the RFQ stays open, but there is nothing left to trade in it.
        one.isDone = Number(quantity) >= Number(one.rfq.quantity)
      }
    } catch (error) {
      one.tries += 1
      const verdict = takerVerdictOf(error instanceof ClientError ? error.error : undefined, one.tries, limits.tradeTries)
      if (verdict === 'SOON') one.tries -= 1
      if (verdict === 'OVER' || verdict === 'GIVE_UP') own.delete(one.rfq.id)
      if (verdict === 'AGAIN' || verdict === 'GIVE_UP') onProblem(error)
    } finally {
      one.isBusy = false
    }
  }

  function listen(): void {
    const onRefused = (message: string): void => onProblem(new Error(message))
    socket.subscribe<RfqView>(
      'rfqs',
      ({ event, data }) => {
        if (event !== 'SNAPSHOT') return see(data)
        const open = new Set(data.map(({ id }) => id))
        for (const id of own.keys()) if (!open.has(id)) own.delete(id)
        for (const rfq of data) see(rfq)
      },
      { snapshot: true, onRefused },
    )
    socket.subscribe<RfqOrderView>(
      'rfq_orders',
      ({ event, data }) => {
        if (event === 'SNAPSHOT') for (const one of own.values()) one.book.clear()
        for (const order of event === 'SNAPSHOT' ? data : [data]) {
          const book = own.get(order.rfq_id)?.book
          if (event === 'REMOVED') book?.delete(order.id)
          else book?.set(order.id, order)
        }
      },
      { snapshot: true, onRefused },
    )
  }

  function round(): void {
    for (const one of own.values()) void decide(one)
    timers.later(scenario.takerRoundMs, round)
  }

  function askNow(): void {
    ask().catch(onProblem)
    const isOpening = asked < scenario.burst
    timers.later(isOpening ? 150 : exponential(random, scenario.askEveryMs), askNow)
  }

  listen()
  askNow()
  round()
}
