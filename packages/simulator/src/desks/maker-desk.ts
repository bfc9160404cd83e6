/** A simulated maker: hears of RFQs, quotes both sides, follows the mark, and forgets what is over. It knows what its key shows it. */
import { ClientError, type Client, type Socket } from '@parley/client'
import { directRfqCalls, type RfqView } from '@parley/contracts'
import { formatPrice, type Structure } from '@parley/core'
import type { Random } from '../deribit/random.ts'
import { between } from './chance.ts'
import { drawMood, drawStyle, fairness, hasMoved, twoWay, type Fairness, type Quote } from './how-to-quote.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import type { Scenario } from './scenario.ts'

export type MakerSetting = {
  readonly client: Client
  readonly socket: Socket
  readonly market: MarketView
  readonly random: Random
  readonly scenario: Scenario
  readonly account: string
  /** Tickers of desks whose RFQs may be left alone now and then; all others are people's. */
  readonly simulated: ReadonlySet<string>
  readonly onProblem: (error: unknown) => void
}

type Side = 'BUY' | 'SELL'
type Watched = {
  readonly rfq: RfqView
  readonly structure: Structure
  readonly isNewcomers: boolean
  readonly orders: Map<Side, string>
  quoted: Fairness | undefined
  tries: number
  isBusy: boolean
}

/** The order is over, whatever ended it: there is nothing left to replace. */
const OVER = new Set(['OrderClosed', 'OrderUnknown'])

export function startMaker(setting: MakerSetting): { stop: () => void } {
  const { client, socket, market, random, scenario, account, onProblem } = setting
  const style = drawStyle(random)
  const watched = new Map<string, Watched>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isStopped = false

  function later(waitMs: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!isStopped) then()
    }, waitMs)
    timers.add(timer)
  }

  function see(rfq: RfqView): void {
    if (rfq.role !== 'MAKER') return
    if (rfq.state !== 'OPEN') return void watched.delete(rfq.id)
    if (watched.has(rfq.id)) return
    const isNewcomers = rfq.taker_desk_name === null || !setting.simulated.has(rfq.taker_desk_name)
    if (!isNewcomers && random.next() > scenario.interest) return
    const structure = market.structureOf(rfq.legs)
    if (structure === undefined) return
    const one: Watched = { rfq, structure, isNewcomers, orders: new Map(), quoted: undefined, tries: 0, isBusy: false }
    watched.set(rfq.id, one)
    const waitMs = between(random, limits.quoteAfterLeastMs, limits.quoteAfterMostMs) * (isNewcomers ? 1 : style.slowness)
    later(waitMs, () => void quote(one))
  }

  async function quote(one: Watched): Promise<void> {
    if (one.isBusy || watched.get(one.rfq.id) !== one) return
    const mood = drawMood(random, one.isNewcomers)
    const fair = fairness(one.structure, market.markOf, style, mood.widening)
    if (fair === undefined || (one.quoted !== undefined && !hasMoved(one.quoted, fair))) return
    const { bid, ask } = twoWay(one.structure, market.markOf, style, fair)
    one.isBusy = true
    try {
      // The side the market moves away from goes first, so that the own bid never meets the own ask.
      const rises = one.quoted !== undefined && fair.mark > one.quoted.mark
      for (const side of rises ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const)) {
        const wanted = side === 'BUY' ? bid : ask
        const isShown = mood.shows === 'BOTH' || (mood.shows === 'BID') === (side === 'BUY')
        if (isShown && wanted !== undefined) await place(one, side, wanted)
        else await pull(one, side)
      }
      one.quoted = fair
    } catch (error) {
      fail(one, error)
    } finally {
      one.isBusy = false
    }
  }

  function fail(one: Watched, error: unknown): void {
    one.tries += 1
    const isOver = error instanceof ClientError && error.error === 'RfqClosed'
    if (isOver || one.tries >= limits.quoteTries) watched.delete(one.rfq.id)
    if (!isOver) onProblem(error)
  }

  async function place({ rfq, orders }: Watched, side: Side, { legs: prices }: Quote): Promise<void> {
    const legs = rfq.legs.map(({ instrument_id }, index) => ({ instrument_id, price: formatPrice(prices[index]!) }))
    const known = orders.get(side)
    if (known === undefined) {
      const body = { rfq_id: rfq.id, side, quantity: rfq.quantity, legs, account_name: account }
      orders.set(side, (await client.call(directRfqCalls.createOrder, { body })).id)
      return
    }
    await unlessOver(orders, side, async () => {
      const { id } = await client.call(directRfqCalls.replaceOrder, { params: { id: known }, body: { legs } })
      orders.set(side, id)
    })
  }

  async function pull({ orders }: Watched, side: Side): Promise<void> {
    const known = orders.get(side)
    if (known === undefined) return
    orders.delete(side)
    await unlessOver(orders, side, () => client.call(directRfqCalls.cancelOrder, { params: { id: known } }))
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
    for (const one of watched.values()) if (one.quoted !== undefined || one.tries > 0) void quote(one)
    later(scenario.makerRoundMs * style.slowness * between(random, 0.8, 1.2), round)
  }

  start().catch(onProblem)
  later(scenario.makerRoundMs, round)
  return {
    stop: () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function unlessOver(orders: Map<Side, string>, side: Side, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ClientError) || error.error === undefined || !OVER.has(error.error)) throw error
    orders.delete(side)
  }
}
