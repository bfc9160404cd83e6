/** What came about on the days, beyond the kinds of commands and events. */
import type { MarketCommand, MarketEvent } from '@parley/core'
import type { Tables } from './tables.ts'

type Count = (what: string) => void

export function countCommand(command: MarketCommand, count: Count): void {
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

export function countEvent(event: MarketEvent, count: Count): void {
  count(event.kind)
  if (event.kind === 'QuoteReplaced' || event.kind === 'OrderReplaced') {
    if (event.lastShown !== undefined) count(`${event.kind} hides`)
    if (event.isNowShown) count(`${event.kind} shows`)
  }
  if (event.kind === 'ProtectionTriggered' && event.heldBack !== undefined) count('a limit holds a quote back')
  if ((event.kind === 'MatchAgreed' || event.kind === 'TradeAgreed') && event.isArrivalCounted) count('a quote that came is counted')
}

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
    if (quotes.get(match.takerQuote)!.quote.allocations !== undefined) count('what is allocated is filled')
  }
}
