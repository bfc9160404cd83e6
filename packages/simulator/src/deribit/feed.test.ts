import { describe, expect, it } from 'vitest'
import { VenueFeed, type Feed } from './feed.ts'
import { createMarket } from './market.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

type Frame = { readonly channel: string; readonly data: { readonly instrument_name: string } & Readonly<Record<string, unknown>> }

/** A venue's feed whose time and market the test controls. */
function feedAt(start: number) {
  const clock = { at: start }
  const market = createMarket({ seed: 11, now: () => clock.at, speed: 1 })
  const feed: Feed = new VenueFeed(market, () => clock.at)
  return { clock, market, feed, publish: (channels: readonly string[]) => published(feed, channels) }
}

function published(feed: Feed, channels: readonly string[]): readonly Frame[] {
  const frames: Frame[] = []
  feed.publish(channels, [], (channel, frame) => {
    const { params } = JSON.parse(frame) as { readonly params: Frame }
    expect(params.channel).toBe(channel)
    frames.push(params)
  })
  return frames
}

describe('what the venue publishes', { timeout: 60_000 }, () => {
  it('publishes a contract with unchanged quotes again after ten seconds, and not before', () => {
    const { clock, publish } = feedAt(NOON)
    const channels = ['ticker.BTC-PERPETUAL.agg2', 'incremental_ticker.BTC-PERPETUAL']
    const publishedAt = (at: number): number => {
      clock.at = at
      return publish(channels).length
    }
    expect([0, 1, 9_999, 10_000, 10_001, 19_999, 20_000].map((ms) => publishedAt(NOON + ms))).toEqual([2, 0, 0, 2, 0, 0, 2])
  })

  it('repeats only perpetuals in a market at rest, until prices move', () => {
    const { clock, market, publish } = feedAt(NOON)
    const channels = market.instruments().map((row) => `ticker.${row.instrument_name}.agg2`)
    const published = (): readonly string[] => publish(channels).map(({ data }) => data.instrument_name)
    market.prices.moveEvery(60_000)
    expect(published()).toHaveLength(channels.length)
    for (const ms of [2_000, 4_000, 58_000]) {
      clock.at = NOON + ms
      market.step(2_000)
      expect(published()).toEqual(['BTC-PERPETUAL', 'ETH-PERPETUAL'])
    }
    // A person arrives.
    market.prices.moveEvery(2_000)
    market.step(0)
    expect(published().length).toBeGreaterThan(channels.length / 2)
  })

  it('publishes nothing while prices do not move, although options lose time value', () => {
    const { clock, market, publish } = feedAt(NOON)
    const channels = market.instruments().map((row) => `ticker.${row.instrument_name}.agg2`)
    expect(publish(channels)).toHaveLength(channels.length)
    clock.at += 9_999
    expect(publish(channels)).toHaveLength(0)
    market.step(2_000)
    expect(publish(channels).length).toBeGreaterThan(0)
  })

  it('publishes every contract whose quotes moved, with the same values as a request returns', () => {
    const { clock, market, feed, publish } = feedAt(NOON)
    const rows = market.instruments()
    const channels = rows.map((row) => `ticker.${row.instrument_name}.agg2`)
    expect(publish(channels)).toHaveLength(rows.length)
    for (let step = 0; step < 4; step += 1) {
      const before = new Map(rows.map((row) => [row.instrument_name, feed.ticker(row)]))
      clock.at += 2_000
      market.step(2_000)
      const received = new Map(publish(channels).map(({ data }) => [data.instrument_name, data]))
      for (const row of rows) {
        const [now, then, frame] = [feed.ticker(row), before.get(row.instrument_name)!, received.get(row.instrument_name)]
        if (frame !== undefined) expect(frame).toEqual(now)
        const stands =
          now.mark_price === then.mark_price && now.best_bid_price === then.best_bid_price && now.best_ask_price === then.best_ask_price
        if (!stands) expect(frame, row.instrument_name).toBeDefined()
      }
      expect(received.size).toBeLessThan(rows.length)
    }
  })

  it('starts again with a channel that has lost all its subscribers', () => {
    const { feed, publish } = feedAt(NOON)
    const channels = ['ticker.ETH-PERPETUAL.agg2']
    expect([publish(channels).length, publish(channels).length]).toEqual([1, 0])
    feed.forget(channels[0]!)
    expect(publish(channels)).toHaveLength(1)
  })
})
