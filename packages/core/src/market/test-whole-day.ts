/** A market of both flows for tests that send one command after another. */
import { expect } from 'vitest'
import { call, KEST, NOON } from '../direct-rfq/test-market.ts'
import type { GroupEvent } from '../group-rfq/group-rfq.ts'
import { open, told as toldGroup } from '../group-rfq/test-markets.ts'
import type { Instant } from '../ids.ts'
import type { ProtectionLimit } from '../protection/protection.ts'
import { isRefusal } from '../refusal.ts'
import { wholeMarket, type Market, type MarketCommand, type MarketEvent } from './market.ts'

export type Day = {
  readonly market: Market
  now: number
  send(command: MarketCommand): readonly MarketEvent[] | string
  /** Everything that is due by now. */
  pass(ms: number): readonly MarketEvent[]
}

export function day(): Day {
  const market = wholeMarket.initial()
  const it: Day = {
    market,
    now: NOON,
    send(command) {
      const decision = wholeMarket.decide(market, command, it.now as Instant)
      if (isRefusal(decision)) return `${decision.refused} ${decision.rule}`
      for (const event of decision) wholeMarket.evolve(market, event)
      return decision
    },
    pass(ms) {
      it.now += ms
      const happened: MarketEvent[] = []
      for (let next = wholeMarket.due(market, it.now as Instant); next !== undefined; next = wholeMarket.due(market, it.now as Instant)) {
        const answer = it.send(next)
        if (typeof answer === 'string') throw new Error(answer)
        happened.push(...answer)
      }
      return happened
    },
  }
  it.send(open())
  it.send(open({ structure: call }))
  return it
}

export const rests = (it: Day, ...quotes: MarketCommand[]) => quotes.forEach((one) => expect(typeof it.send(one)).toBe('object'))

export const told = (answer: readonly MarketEvent[] | string): string =>
  typeof answer === 'string'
    ? answer
    : answer
        .map((event) => {
          if (event.kind === 'ProtectionTriggered') return `${event.frozen.limit} fires by ${event.frozen.measure}`
          if (event.kind === 'OrderCanceled') return `OrderCanceled ${event.quantity / 1e6} ${event.reason}`
          if (event.kind === 'TradeAgreed') return `TradeAgreed ${event.trade.quantity / 1e6}`
          return toldGroup([event as GroupEvent])
        })
        .join(', ')

export const limit = (most: ProtectionLimit['most'], more: Partial<ProtectionLimit> = {}): MarketCommand => ({
  kind: 'SetLimit',
  desk: KEST,
  limit: { id: 'mine', product: 'DO', windowMs: 60_000, most, ...more },
})
