import { describe, expect, it } from 'vitest'
import { quantity } from '../decimal.ts'
import { ask, decline, KEST, NOON, TAKER } from '../../test/fixture.ts'
import { open, order, quote } from '../../test/book-fixture.ts'
import { isRefusal } from '../refusal.ts'
import { shardMachine } from './machine.ts'
import type { ShardCommand, ShardEvent } from './shard.ts'

const allocations = [
  { account: 'fund-1', quantity: quantity('25') },
  { account: 'fund-2', quantity: quantity('25') },
]

describe('5.20 the pieces of one quote are one execution of it', () => {
  it('11.2 a limit of two executions is reached by the second order, not by the second account', () => {
    const market = shardMachine.initial()
    const send = (command: ShardCommand): readonly ShardEvent[] => {
      const decision = shardMachine.decide(market, command, NOON)
      if (isRefusal(decision)) throw new Error(decision.message)
      for (const event of decision) shardMachine.evolve(market, event)
      return decision
    }
    send(open())
    send({ kind: 'SetLimit', desk: KEST, limit: { id: 'mine', product: 'DO', windowMs: 60_000, most: { executions: 2 } } })
    send(quote(KEST, 'SELL', '0.02', '150'))
    const first = send({ ...order(TAKER, 'BUY', '0.02', '50'), allocations })
    expect(first.map(({ kind }) => kind)).toEqual(['OrderPlaced', 'TradeAgreed', 'TradeAgreed'])
    const again = shardMachine.restore(JSON.parse(JSON.stringify(shardMachine.snapshot(market))))
    expect(JSON.stringify(shardMachine.snapshot(again))).toBe(JSON.stringify(shardMachine.snapshot(market)))
    const second = send({ ...order(TAKER, 'BUY', '0.02', '50'), allocations })
    expect(second.map(({ kind }) => kind)).toEqual(['OrderPlaced', 'TradeAgreed', 'TradeAgreed', 'ProtectionTriggered', 'OrderCanceled'])
  })
})

describe('5.19 declining while trading is stopped', () => {
  it('11.6 5.19 goes, because it takes away and adds nothing', () => {
    const market = shardMachine.initial()
    const commands: readonly ShardCommand[] = [ask(), { kind: 'StopTrading', desk: KEST, by: 'ada' }, decline(KEST)]
    const answers = commands.map((command) => {
      const decision = shardMachine.decide(market, command, NOON)
      if (isRefusal(decision)) return decision.refused
      for (const event of decision) shardMachine.evolve(market, event)
      return decision.map(({ kind }) => kind).join()
    })
    expect(answers.at(-1)).toBe('RfqDeclined')
  })
})
