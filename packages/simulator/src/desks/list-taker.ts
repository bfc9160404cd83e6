/**
 * A simulated taker in list RFQs: a roll or a rebalancing of a few option structures every few minutes. It waits for quotes, trades the cheapest way
 * once, and cancels what is left.
 */
import {
  cancelList,
  ClientError,
  createList,
  getList,
  tradeList,
  watchListPlaces,
  type Client,
  type ListRfq,
  type ListTradeTerms,
  type Socket,
} from '@parley/client'
import { explainMinimumBlock, formatQuantity, netAmount, price, quantity } from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { chainOf, type Chain } from './chain.ts'
import { between, exponential } from './chance.ts'
import { limits } from './limits.ts'
import type { DeskMarket, MarketView } from './market-view.ts'
import { isLate, isMissed } from './refusals.ts'
import type { Scenario } from './scenario.ts'
import { saidSize } from './sizes.ts'
import { termsOfWish } from './structures.ts'
import type { Timers } from './timers.ts'
import { lineToAsk } from './what-to-ask.ts'

export type ListTakerSetting = {
  readonly client: Client
  readonly market: MarketView
  readonly timers: Timers
  readonly now: () => number
  readonly random: Random
  readonly scenario: Scenario
  /** It sends its lists to the first of these markets. */
  readonly markets: readonly DeskMarket[]
  readonly account: string
  readonly makers: readonly string[]
  readonly newcomersMaker: string | undefined
  readonly onProblem: (error: unknown) => void
}

const NAMES = ['Roll', 'Rebalance', 'Month-end hedge', 'Overwrites'] as const
const SHOWS_SIDES_SHARE = 0.8

export function startListTaker(setting: ListTakerSetting): void {
  const { timers, random, scenario } = setting
  const next = (waitMs: number): void =>
    timers.later(waitMs, () => {
      quietly(setting, ask(setting))
      next(exponential(random, scenario.listEveryMs))
    })
  // The first one comes early, so that a new user's maker desk soon has a list to quote.
  next(scenario.listEveryMs * between(random, limits.firstListLeast, limits.firstListMost))
}

async function ask(setting: ListTakerSetting): Promise<void> {
  const { client, market, markets, now, random, scenario, timers, account, makers, newcomersMaker } = setting
  const [{ venue, currency, blocks }] = markets as readonly [DeskMarket]
  const within = { from: now() + limits.expiryAtLeastMs, to: now() + limits.expiryAtMostMs }
  const chain = chainOf(market.instruments(venue), currency, within, market.markOf)
  const count = Math.round(between(random, limits.listLinesLeast, limits.listLinesMost))
  const lines = Array.from({ length: count }, () => lineOf(setting, chain, blocks)).flatMap((line) => line ?? [])
  const list = await createList({
    ...{ venue, lines, account },
    name: NAMES[Math.floor(random.next() * NAMES.length)]!,
    showsSides: random.next() < SHOWS_SIDES_SHARE,
    counterparties: newcomersMaker === undefined ? makers : [...makers, newcomersMaker],
  }).send(client)
  const isMeant = random.next() < scenario.intent
  timers.later(between(random, scenario.patienceLeastMs, scenario.patienceMostMs), () => quietly(setting, end(client, list.id, isMeant)))
}

/** Whether an RFQ is a line of one of the desk's own lists. */
export function watchOwnLines(sockets: readonly Socket[]): (rfqId: string) => boolean {
  const lines = new Set<string>()
  watchListPlaces(sockets, (change) => {
    for (const { id } of change.event === 'SNAPSHOT' ? change.data : [change.data])
      if (change.event === 'REMOVED') lines.delete(id)
      else lines.add(id)
  })
  return (id) => lines.has(id)
}

function lineOf({ random, market }: ListTakerSetting, chain: Chain, blocks: number) {
  const wish = lineToAsk(random, chain)
  const legs = wish && termsOfWish(wish.legs)
  const structure = legs && market.structureOf(legs)
  if (structure === undefined) return undefined
  const { minimum, increment } = explainMinimumBlock(structure)
  const size = saidSize(minimum * wish!.blocks * blocks, increment)
  return { side: random.next() < 0.5 ? ('BUY' as const) : ('SELL' as const), quantity: formatQuantity(size), legs: legs! }
}

async function end(client: Client, id: string, isMeant: boolean): Promise<void> {
  const terms = isMeant ? howToTrade(await getList(id).send(client)) : undefined
  if (terms !== undefined) await tradeList(id, terms).send(client)
  await cancelList(id).send(client)
}

/** The cheapest net price if it costs less than the best of each line, and otherwise each line that one quote fills. */
export function howToTrade({ lines, netPrices }: Pick<ListRfq, 'lines' | 'netPrices'>): ListTradeTerms | undefined {
  const best = lines.flatMap(({ line, side, rfq, levels }) => {
    const level = levels.find((one) => one.side !== side && Number(one.quantity) >= Number(rfq.quantity))
    return level === undefined ? [] : [{ line, side: side!, price: level.price, quantity: rfq.quantity! }]
  })
  const cost = netAmount(best.map((one) => ({ side: one.side, price: price(one.price), quantity: quantity(one.quantity) })))
  const [net] = netPrices.toSorted((a, b) => Number(a.netPrice) - Number(b.netPrice))
  const isCheaper = net !== undefined && (best.length < lines.length || cost === undefined || price(net.netPrice) < (cost as number))
  if (isCheaper) return { way: 'NET_PRICE', netPriceId: net.id }
  return best.length === 0 ? undefined : { way: 'BEST_PER_LINE', limits: best.map((one) => ({ line: one.line, price: one.price })) }
}

/** Ignores that a list has ended or a price has moved. */
function quietly({ onProblem }: ListTakerSetting, work: Promise<void>): void {
  work.catch((error: unknown) => {
    if (!(error instanceof ClientError && (isMissed(error.error) || isLate(error.error) || error.error === 'ListNotTraded')))
      onProblem(error)
  })
}
