/** Counts events of the days, in addition to the kinds of commands and events. */
import type { Refusal, ShardCommand, ShardEvent } from '@parley/core'
import type { Tables } from './tables.ts'

type Count = (what: string) => void

export function countCommand(command: ShardCommand, count: Count): void {
  count(command.kind)
  if (command.kind === 'StopTrading' && command.user !== undefined) count('a person is stopped')
  if (
    command.kind === 'CancelEverything' &&
    command.what === 'ORDERS_AND_RFQS' &&
    command.rfqId === undefined &&
    command.actor.via !== undefined
  )
    count('a key is gone')
}

export function countDecided(command: ShardCommand, events: readonly ShardEvent[], count: Count): void {
  if (command.kind !== 'QuoteTwoWay') return
  count('a two-way quote stands')
  if (events.some(({ kind }) => kind === 'TradeAgreed')) count('a side of a two-way quote trades')
}

/** A two-way quote is refused side by side. */
export function countRefused({ refused, sides }: Refusal, count: Count): void {
  for (const word of sides?.map((side) => side.refused) ?? [refused]) count(word)
}

export function countEvent(event: ShardEvent, count: Count): void {
  const kind = 'id' in event && isOfBook(event.id) ? `book ${event.kind}` : event.kind
  count(kind)
  if (event.kind === 'OrderReplaced') {
    if (event.lastShown !== undefined) count(`${kind} hides`)
    if (event.isNowShown) count(`${kind} shows`)
  }
  if (event.kind === 'ProtectionTriggered' && event.blocked !== undefined) count('a limit holds a quote back')
  if (event.kind === 'TradeAgreed' && (event.aggressor === 'MAKER' || event.trade.takerKind === 'QUOTE'))
    count('a quote that came is counted')
}

/** RFQs of the order book are named by their number. */
const isOfBook = (id: string): boolean => /^r_\d{1,15}$/.test(id)

export function countTrades({ trades, orders, matches, quotes }: Tables, count: Count): void {
  for (const { trade } of trades.values()) {
    count(trade.state)
    const { order: taker } = orders.get(trade.takerOrder)!
    const { order: maker } = orders.get(trade.makerOrder)!
    if (taker.createdAt < trade.agreedAt && maker.createdAt === trade.agreedAt) count('a resting limit is met')
    if (taker.allocations !== undefined) count('what is allocated is filled')
  }
  for (const { match } of matches.values()) {
    count(`match ${match.state}`)
    if (quotes.get(match.numbers!.takerOrder)!.quote.allocations !== undefined) count('what is allocated is filled')
  }
}
