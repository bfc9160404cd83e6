/** A shard for tests that send one command after another. */
import { expect } from 'vitest'
import { call, KEST, learn, NOON, type Market } from './fixture.ts'
import { open, summary as rfqSummary } from './book-fixture.ts'
import type { Instant } from '../src/ids.ts'
import type { ProtectionLimit } from '../src/protection/protection.ts'
import { isRefusal } from '../src/refusal.ts'
import type { RfqEvent } from '../src/rfq/model/events.ts'
import { shardMachine } from '../src/shard/machine.ts'
import type { Shard, ShardCommand, ShardEvent } from '../src/shard/shard.ts'

export type Day = {
  readonly shard: Shard
  /** The RFQs' histories as built from the changes. */
  readonly known: Market['known']
  now: number
  send(command: ShardCommand): readonly ShardEvent[] | string
  /** Lets time pass, sends every deadline command that is due, and returns the events. */
  pass(ms: number): readonly ShardEvent[]
}

export function day(): Day {
  const shard = shardMachine.initial()
  const known: Market['known'] = new Map()
  const it: Day = {
    shard,
    known,
    now: NOON,
    send(command) {
      const decision = shardMachine.decide(shard, command, it.now as Instant)
      if (isRefusal(decision)) return `${decision.refused} ${decision.rule}`
      for (const event of decision) {
        const change = shardMachine.evolve(shard, event)
        if (change !== undefined) learn({ known }, change)
      }
      return decision
    },
    pass(ms) {
      it.now += ms
      const happened: ShardEvent[] = []
      for (let next = shardMachine.due(shard, it.now as Instant); next !== undefined; next = shardMachine.due(shard, it.now as Instant)) {
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

export const rests = (it: Day, ...quotes: ShardCommand[]) => quotes.forEach((one) => expect(typeof it.send(one)).toBe('object'))

export const summary = (answer: readonly ShardEvent[] | string): string =>
  typeof answer === 'string'
    ? answer
    : answer
        .map((event) => {
          if (event.kind === 'ProtectionTriggered') return `${event.frozen.limit} fires by ${event.frozen.measure}`
          if (event.kind === 'FillRefused') {
            const { limit: name, wanted, allowed, used, most, measure } = event.refused
            const scale = measure === 'quantity' ? 1e6 : 1
            return `${name} allows ${allowed / 1e6} of ${wanted / 1e6} (${measure} ${used / scale} of ${most / scale})`
          }
          if (event.kind === 'TradeAgreed' && event.trade.numbers === undefined) return `TradeAgreed ${event.trade.quantity / 1e6}`
          return rfqSummary([event as RfqEvent])
        })
        .join(', ')

export const limit = (most: ProtectionLimit['most'], more: Partial<ProtectionLimit> = {}): ShardCommand => ({
  kind: 'SetLimit',
  desk: KEST,
  limit: { id: 'mine', product: 'DO', windowMs: 60_000, most, ...more },
})
