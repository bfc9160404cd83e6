import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { ask, decline, KEST, NOON, TAKER } from '../direct-rfq/test-market.ts'
import { open, order, quote } from '../group-rfq/test-markets.ts'
import { isRefusal } from '../refusal.ts'
import { wholeMarket, type MarketCommand, type MarketEvent } from './market.ts'

const allocations = [
  { account: 'fund-1', quantity: quantity('25') },
  { account: 'fund-2', quantity: quantity('25') },
]

describe('5.20 the pieces of one quote are one execution of it', () => {
  it('11.2 a limit of two executions is reached by the second order, not by the second account', () => {
    const market = wholeMarket.initial()
    const send = (command: MarketCommand): readonly MarketEvent[] => {
      const decision = wholeMarket.decide(market, command, NOON)
      if (isRefusal(decision)) throw new Error(decision.message)
      for (const event of decision) wholeMarket.evolve(market, event)
      return decision
    }
    send(open())
    send({ kind: 'SetLimit', desk: KEST, limit: { id: 'mine', product: 'DO', windowMs: 60_000, most: { executions: 2 } } })
    send(quote(KEST, 'SELL', '0.02', '150'))
    const first = send({ ...order(TAKER, 'BUY', '0.02', '50'), allocations })
    expect(first.map(({ kind }) => kind)).toEqual(['QuotePlaced', 'MatchAgreed', 'MatchAgreed'])
    const again = wholeMarket.restore(JSON.parse(JSON.stringify(wholeMarket.snapshot(market))))
    expect(JSON.stringify(wholeMarket.snapshot(again))).toBe(JSON.stringify(wholeMarket.snapshot(market)))
    const second = send({ ...order(TAKER, 'BUY', '0.02', '50'), allocations })
    expect(second.map(({ kind }) => kind)).toEqual(['QuotePlaced', 'MatchAgreed', 'MatchAgreed', 'ProtectionTriggered', 'QuoteCanceled'])
  })
})

describe('5.19 declining while trading is stopped', () => {
  it('11.6 5.19 goes, because it takes away and adds nothing', () => {
    const market = wholeMarket.initial()
    const commands: readonly MarketCommand[] = [ask(), { kind: 'StopTrading', desk: KEST, by: 'ada' }, decline(KEST)]
    const answers = commands.map((command) => {
      const decision = wholeMarket.decide(market, command, NOON)
      if (isRefusal(decision)) return decision.refused
      for (const event of decision) wholeMarket.evolve(market, event)
      return decision.map(({ kind }) => kind).join()
    })
    expect(answers.at(-1)).toBe('RfqDeclined')
  })
})
