import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { silent } from '../../../log/log.ts'
import type { PublishedDecision } from '../../../shards/market-engine.ts'
import { callerOf, ORRY } from '../../../../test/direct-market.ts'
import { grfqStreams } from './streams.ts'

type Listener = (decisions: readonly PublishedDecision[]) => void

/** A decision that, for the streams, only changed the market. */
const changedMarket = (number: number) => [{ changes: [{ rfq: { number, audience: 'ORDER_BOOK' } }] }] as unknown as PublishedDecision[]

describe('10.11 the newest of a market', () => {
  it.each(['quote_book', 'bbo'])('on %s is not sent again if a decision changed nothing visible', async (name) => {
    const listeners: Listener[] = []
    let price = '0.02'
    let now = 1_000
    const read = () => Promise.resolve({ id: 65, best_ask: price, created_at: now } as never)
    const streams = grfqStreams({
      source: { onDecided: (listener) => (listeners.push(listener), () => undefined) },
      marketData: { onMarks: () => () => undefined },
      clock: { now: () => now, after: (_ms, wake) => (wake(), () => undefined) },
      log: silent,
      isShownTo: () => Promise.resolve(true),
      readBook: read,
      readBbo: read,
    })
    const sent: object[] = []
    const stream = streams.find(({ pattern }) => pattern.startsWith(`${name}.`))!
    await stream.open(callerOf(ORRY), { rfq_id: '65' }, (data) => void sent.push(data))
    await setImmediate()
    const decided = async () => {
      now += 10_000
      for (const listener of listeners) listener(changedMarket(65))
      await setImmediate()
    }
    expect(sent).toHaveLength(1)
    await decided()
    expect(sent).toHaveLength(1)
    price = '0.021'
    await decided()
    expect(sent).toHaveLength(2)
  })
})
