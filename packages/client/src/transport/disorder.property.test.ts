/** A reader has the same data as the server, however the network orders frames. PARLEY_SEED=<seed> repeats a failure. */
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ChannelMessage } from './client.ts'
import { Subscriptions } from './subscriptions.ts'
import { seeded, TestLine, TestMarket, type Thing } from '../../test/test-line.ts'

const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const DAYS = Number(process.env['PARLEY_ROUNDS'] ?? 600)
const STEPS = 120
const wild = { swapped: 0.15, doubled: 0.1 }
const calm = { swapped: 0, doubled: 0 }

/** A reader that stores what it receives, on a connection that returns after every cut. */
function follow(market: TestMarket, options: { readonly wantsSnapshot: boolean; readonly resumes: boolean }) {
  const subscriptions = new Subscriptions(() => undefined)
  const kept = new Map<number, string>()
  const received: ChannelMessage<Thing>[] = []
  const connect = () => {
    const line = new TestLine(market, (notice) => subscriptions.receive(notice))
    subscriptions.use(line)
    return line
  }
  let line = connect()
  const receive = (message: ChannelMessage<unknown>): void => {
    const { event, data } = message as ChannelMessage<Thing>
    received.push(message as ChannelMessage<Thing>)
    if (event === 'SNAPSHOT') kept.clear()
    for (const { id, text } of event === 'SNAPSHOT' ? data : [data])
      if (event === 'REMOVED') kept.delete(id)
      else kept.set(id, text)
  }
  subscriptions.add('book', { receive, refused: (why) => expect.fail(why), ...options })
  return {
    kept,
    received,
    line: () => line,
    cut: () => {
      subscriptions.lost()
      line.end()
      line = connect()
    },
  }
}

const sorted = (things: Iterable<readonly [number, string]>) => [...things].sort(([a], [b]) => a - b)

const placeOfList = (received: readonly ChannelMessage<Thing>[]) => received.findLastIndex(({ event }) => event === 'SNAPSHOT')
const lastListOf = (received: readonly ChannelMessage<Thing>[]) => received[placeOfList(received)]!.seqNum
const sinceTheList = (received: readonly ChannelMessage<Thing>[]) => received.slice(placeOfList(received) + 1).map(({ event, data }) => ({ event, data })) // prettier-ignore
const saidSince = ({ decisions }: TestMarket, seq: number) => decisions.filter((decision) => decision.seq > seq).flatMap(({ changes }) => changes) // prettier-ignore

describe(`a reader on a network that doubles, swaps and cuts (PARLEY_SEED=${seed})`, () => {
  it.each([
    ['that resumes', { wantsSnapshot: true, resumes: true }],
    ['that receives lists', { wantsSnapshot: true, resumes: false }],
  ])('%s holds in the end what the server has, and received each change once and in order since its last list', async (_name, options) => {
    for (let day = 0; day < DAYS; day++) {
      const random = seeded(seed + day)
      const market = new TestMarket()
      const reader = follow(market, options)
      for (let step = 0; step < STEPS; step++) {
        const roll = random()
        if (roll < 0.25) market.decide(random)
        else if (roll < 0.27) reader.cut()
        else reader.line().step(random, wild)
        await turn()
      }
      if (random() < 0.5) reader.cut()
      while (!reader.line().isQuiet) {
        reader.line().step(random, calm)
        await turn()
      }
      const again = `PARLEY_SEED=${seed + day} PARLEY_ROUNDS=1`
      expect(sorted(reader.kept), again).toEqual(sorted(market.alive))
      expect(sinceTheList(reader.received), again).toEqual(saidSince(market, lastListOf(reader.received)))
    }
  })
})
