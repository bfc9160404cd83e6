/** Shows messages about spreads on every screen: fills of the desk’s orders, and cancellations by a protection. */
import {
  channelOf,
  followChannel,
  type SocketState,
  type SpreadOrderView,
  type SpreadTradeView,
  type StrategyView,
  type Subscription,
} from '@parley/client'
import { type ProtectionChangeView, spreadCalls } from '@parley/contracts'
import { client } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { type Notice, publish } from '../../live/notices.ts'
import { report } from '../../live/report.ts'
import { msOf, strategyFromWire, tradeFromWire } from './from-wire.ts'
import type { Strategy } from './model.ts'
import { createRestingProducts } from './resting-products.ts'
import { joinSpreadConnection } from '../../live/spread-connection.ts'
import { isMmpTriggered, spreadProtectionNotice, spreadTradeNotice } from './spread-notices.ts'

/** The number of trades that are checked after a disconnection. */
const MISSED = 50
const MOST_KNOWN = 1_000

/** Runs while a user is signed in, from `from` on. Earlier events cause no messages. */
export function followSpreadFills(from: number): () => void {
  const { socket, leave } = joinSpreadConnection()
  const known = new Map<string, SpreadTradeView['state']>()
  const resting = createRestingProducts()
  let isLeft = false
  /** The time since which nothing has been received. Undefined while connected. */
  let unheardFrom: number | undefined = from
  /** In order of arrival, even if the name of a spread has to be loaded for some of them. */
  let queue = Promise.resolve()
  const say = (notice: () => Promise<Notice | undefined>) => {
    queue = queue
      .then(notice)
      .then((one) => void (one !== undefined && !isLeft && publish([one])))
      .catch((error: unknown) => report('A message about a spread could not be created.', error))
  }
  const received = (view: SpreadTradeView) => {
    if (!isNews(known, view)) return
    say(async () => {
      const strategy = await strategyOf(view.strategy_id)
      return strategy === undefined ? undefined : spreadTradeNotice(tradeFromWire(view), strategy)
    })
  }
  const readMissed = async (since: number) => {
    const { results } = await client.call(spreadCalls.listTrades, { query: { page_size: MISSED } })
    if (isLeft) return
    for (const view of results.toReversed()) if (msOf(view.last_updated) >= since) received(view)
  }
  const follow = <Data>(channel: string, take: (data: Data) => void): Subscription =>
    followChannel(
      socket,
      channelOf<Data>(channel, take, (words) => report(`Could not subscribe to channel ${channel}.`, words)),
    )
  const upsertOrder = (view: SpreadOrderView) =>
    resting.put(
      { id: view.id, venue: view.venue, currency: view.base_currency, margin: view.margin_type, isOpen: view.state === 'OPEN' },
      serverNow(),
    )
  const subscriptions = [
    follow('trades.ALL.ALL.ALL', received),
    socket.subscribe<SpreadOrderView>(
      'orders.ALL.ALL.ALL',
      ({ event, data }) => {
        if (event !== 'SNAPSHOT') return upsertOrder(data)
        resting.forget()
        data.forEach(upsertOrder)
      },
      { snapshot: true, onRefused: (words) => report('Could not subscribe to the spread orders.', words) },
    ),
    follow<ProtectionChangeView>('market_maker_protection', (change) => {
      // Also shows the orders that it cancelled.
      if (isMmpTriggered(change) && resting.has(change.product, serverNow()))
        say(() => Promise.resolve(spreadProtectionNotice(change, serverNow())))
    }),
  ]
  const become = (state: SocketState) => {
    if (state !== 'OPEN') return void (unheardFrom ??= serverNow())
    if (unheardFrom === undefined) return
    readMissed(unheardFrom).catch((error: unknown) => report('Missed spread trades could not be loaded.', error))
    unheardFrom = undefined
  }
  const stopListening = socket.onState(become)
  become(socket.state())
  return () => {
    isLeft = true
    stopListening()
    for (const one of subscriptions) one.unsubscribe()
    leave()
  }
}

/** Each state of a trade is shown once, whether it comes from the channel or from the list. */
function isNews(known: Map<string, SpreadTradeView['state']>, { id, state }: SpreadTradeView): boolean {
  const before = known.get(id)
  if (before === state || (before !== undefined && state === 'PENDING_SETTLEMENT')) return false
  known.delete(id)
  known.set(id, state)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return true
}

const named = new Map<string, Strategy>()

/** Loaded once per spread. */
async function strategyOf(id: string): Promise<Strategy | undefined> {
  const held = named.get(id)
  if (held !== undefined) return held
  const view: StrategyView = await client.call(spreadCalls.getStrategy, { params: { strategy_id: id } })
  const strategy = strategyFromWire(view)
  if (strategy !== undefined) named.set(id, strategy)
  return strategy
}
