import { describe, expect, it } from 'vitest'
import type { Instant, Instrument, Structure } from '@parley/core'
import { ratio } from '@parley/core'
import type { MarketDataView } from '@parley/contracts'
import { clockOn, createHandClock } from '../../test/hand-clock.ts'
import type { Caller } from '../calls/route.ts'
import { silent } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { bboChannels } from './bbo-channels.ts'
import { createMarketData } from './create-market-data.ts'
import { marketDataLimits } from './limits.ts'
import { marksChannel } from './marks-channel.ts'
import { call, christmas, ether, higher, markOf, perpetual } from '../../test/instruments.ts'
import { createTestVenue } from '../../test/market-venue.ts'

const START = 2_000_000_000_000 as Instant
const caller = { kind: 'key', desk: 'ORRY', user: 'u', via: 'k', role: 'trader' } as unknown as Caller
const database = withTestDatabase()

async function opened(listed: readonly Instrument[] = [call, higher, perpetual, ether]) {
  await database.sql`delete from instrument`
  const hand = createHandClock(START)
  const clock = { ...clockOn(hand.now, hand.timers), advance: hand.advance }
  const venue = createTestVenue('DBT', listed, clock.now)
  const open = () => createMarketData({ sql: database.sql, venues: [venue], clock, log: silent })
  const marketData = open()
  await marketData.start()
  return { clock, venue, marketData, open }
}

const idOf = (marketData: { instrumentNamed: (venue: 'DBT', name: string) => Instrument | undefined }, name: string) =>
  marketData.instrumentNamed('DBT', name)!.id

describe('instruments', () => {
  it('are known by ids of our own, by name and by currency', async () => {
    const { marketData } = await opened()
    const id = idOf(marketData, call.name)
    expect(id).not.toBe(call.id)
    expect(marketData.instrument(id)).toEqual({ ...call, id })
    expect(marketData.instruments({ venue: 'DBT', baseCurrency: 'ETH' }).map((one) => one.name)).toEqual([ether.name])
    await marketData.stop()
  })

  it('and their ids survive a restart while the venue is down', async () => {
    const { venue, marketData, open } = await opened()
    const id = idOf(marketData, call.name)
    await marketData.stop()
    venue.goDown()
    const again = open()
    await again.start()
    expect(again.instrument(id)?.name).toBe(call.name)
    expect(again.mark(id)).toBeUndefined()
    await again.stop()
  })

  it('are waited for for three seconds, and for fifteen if there are none yet and the venue has begun to answer', async () => {
    const { startWaitMs, firstListWaitMs } = marketDataLimits
    for (const { isKnown, isAnswering, waitMs } of [
      { isKnown: true, isAnswering: true, waitMs: startWaitMs },
      { isKnown: true, isAnswering: false, waitMs: startWaitMs },
      { isKnown: false, isAnswering: false, waitMs: startWaitMs },
      { isKnown: false, isAnswering: true, waitMs: firstListWaitMs },
    ]) {
      const { clock, venue, marketData } = await opened()
      const id = idOf(marketData, call.name)
      await marketData.stop()
      if (!isKnown) await database.sql`delete from instrument`
      let beginsToWait = () => {}
      const waiting = new Promise<void>((resolve) => (beginsToWait = resolve))
      const health = () => ({ state: 'CONNECTING', lastMessageAt: isAnswering ? clock.now() : undefined }) as const
      const silentVenue = { ...venue, health, instruments: () => new Promise<never>(() => beginsToWait()) }
      const again = createMarketData({ sql: database.sql, venues: [silentVenue], clock, log: silent })
      let hasStarted = false
      const started = again.start().then(() => (hasStarted = true))
      await waiting
      await Promise.resolve()
      clock.advance(startWaitMs - 1)
      clock.advance(waitMs - startWaitMs)
      await database.sql`select 1`
      expect([isKnown, isAnswering, hasStarted]).toEqual([isKnown, isAnswering, false])
      clock.advance(1)
      await started
      expect(again.instrument(id)?.name).toBe(isKnown ? call.name : undefined)
      await again.stop()
    }
  })

  it('keep their ids when the venue renumbers them', async () => {
    const { clock, marketData } = await opened()
    const id = idOf(marketData, call.name)
    await marketData.stop()
    const renumbered = createTestVenue('DBT', [{ ...call, id: 77 }], clock.now)
    const again = createMarketData({ sql: database.sql, venues: [renumbered], clock, log: silent })
    await again.start()
    renumbered.mark(markOf({ ...call, id: 77 }, 0.06))
    expect([idOf(again, call.name), again.mark(id)?.markPrice]).toEqual([id, 0.06])
    await again.stop()
  })

  it('expire when the venue takes them off its list, also while we were away', async () => {
    const { clock, venue, marketData } = await opened()
    venue.list([call, perpetual, ether])
    await expect.poll(() => marketData.instrumentNamed('DBT', higher.name)?.state).toBe('EXPIRED')
    await marketData.stop()
    const smaller = createTestVenue('DBT', [perpetual], clock.now)
    const again = createMarketData({ sql: database.sql, venues: [smaller], clock, log: silent })
    await again.start()
    expect(
      again
        .instruments({ venue: 'DBT' })
        .filter((one) => one.state === 'ACTIVE')
        .map((one) => one.name),
    ).toEqual([perpetual.name])
    await again.stop()
  })

  it('expire by the clock without a message', async () => {
    const { clock, marketData } = await opened()
    clock.advance(christmas - START)
    expect(marketData.instrument(idOf(marketData, call.name))?.state).toBe('EXPIRED')
    expect(marketData.instrumentNamed('DBT', perpetual.name)?.state).toBe('ACTIVE')
    await marketData.stop()
  })

  it('that are listed later get their marks, even marks that came first', async () => {
    const { venue, marketData } = await opened([call])
    venue.mark(markOf(higher, 0.02))
    venue.list([call, higher])
    await expect.poll(() => marketData.mark(idOf(marketData, higher.name))?.markPrice).toBe(0.02)
    await marketData.stop()
  })
})

describe('marks', () => {
  it('are published together, a few times a second, by our ids', async () => {
    const { clock, venue, marketData } = await opened()
    const published: number[][] = []
    const leave = marketData.onMarks((_, ids) => published.push([...ids]))
    venue.mark(markOf(call, 0.05), markOf(higher, 0.02))
    venue.mark(markOf(call, 0.051))
    expect(published).toEqual([])
    clock.advance(marketDataLimits.coalesceMs)
    expect(published).toEqual([[idOf(marketData, call.name), idOf(marketData, higher.name)]])
    expect(marketData.mark(idOf(marketData, call.name))?.markPrice).toBe(0.051)
    leave()
    venue.mark(markOf(call, 0.052))
    clock.advance(marketDataLimits.coalesceMs)
    expect(published).toHaveLength(1)
    await marketData.stop()
  })

  it('are stale when the venue was not heard for five seconds', async () => {
    const { clock, venue, marketData } = await opened()
    venue.index('BTC', 98_000, START)
    clock.advance(marketDataLimits.staleAfterMs)
    expect(marketData.isStale('DBT')).toBe(false)
    clock.advance(1)
    expect(marketData.isStale('DBT')).toBe(true)
    venue.mark(markOf(call, 0.05))
    expect([marketData.isStale('DBT'), marketData.isStale('BYB')]).toEqual([false, true])
    expect(marketData.indexPrice('DBT', 'BTC')?.price).toBe(98_000)
    await marketData.stop()
  })
})

describe('the channel of a market', () => {
  it('begins with all marks, then tells the changed ones once a second, and when the venue falls silent', async () => {
    const { clock, venue, marketData } = await opened()
    venue.mark(markOf(call, 0.05), markOf(higher, 0.02), markOf(ether, 0.01))
    venue.index('BTC', 98_000, START)
    clock.advance(marketDataLimits.coalesceMs)
    const channel = marksChannel(marketData, clock)
    const [published, alsoPublished]: [MarketDataView[], MarketDataView[]] = [[], []]
    const end = await channel.open(caller, { venue: 'DBT', base_currency: 'BTC' }, (data) => published.push(data as MarketDataView))
    const endOther = await channel.open(caller, { venue: 'DBT', base_currency: 'BTC' }, (data) =>
      alsoPublished.push(data as MarketDataView),
    )
    if (typeof end !== 'function' || typeof endOther !== 'function') throw new Error('refused')
    expect(published.map((view) => [view.marks.length, view.index_price, view.is_stale])).toEqual([[2, '98000', false]])
    venue.mark(markOf(call, 0.06), markOf(ether, 0.02))
    venue.mark(markOf(call, 0.07))
    clock.advance(marketDataLimits.marksEveryMs)
    expect(published[1]!.marks.map((mark) => mark.mark_price)).toEqual(['0.07'])
    expect(alsoPublished[1]).toBe(published[1])
    clock.advance(10 * marketDataLimits.marksEveryMs)
    expect(published.slice(2).map((view) => [view.marks.length, view.is_stale])).toEqual([[0, true]])
    end()
    endOther()
    venue.mark(markOf(call, 0.08))
    clock.advance(2 * marketDataLimits.marksEveryMs)
    expect(published).toHaveLength(3)
    await marketData.stop()
  })

  it('refuses an unlisted market, and lists those that exist', async () => {
    const { clock, marketData } = await opened()
    const channel = marksChannel(marketData, clock)
    expect(await channel.open(caller, { venue: 'XYZ', base_currency: 'BTC' }, () => undefined)).toMatchObject({
      refused: 'InvalidEnumerationValue',
      field: 'venue',
    })
    expect(await channel.open(caller, { venue: 'DBT', base_currency: 'DOGE' }, () => undefined)).toMatchObject({
      message: 'base_currency: must be one of BTC, ETH.',
    })
    await marketData.stop()
  })
})

describe('the screen prices of requests', () => {
  const lookupFor = (marketData: Awaited<ReturnType<typeof opened>>['marketData']) => {
    const structureFor = (name: string): Structure => ({
      legs: [{ instrument: marketData.instrumentNamed('DBT', name)!, side: 'BUY', ratio: ratio('1') }],
    })
    const rfqs = [call, higher].map((instrument, place) => ({
      id: `r_${place + 1}`,
      venue: 'DBT' as const,
      structure: structureFor(instrument.name),
      expiresAt: 9_000,
    }))
    return {
      one: (_: Caller, id: string) => Promise.resolve(rfqs.find((rfq) => rfq.id === id)),
      open: () => Promise.resolve(rfqs),
    }
  }
  const published = (data: object): string => {
    const { rfq_id, mark_price } = data as { rfq_id: string; mark_price: string }
    return `${rfq_id} ${mark_price}`
  }

  it('come at once, then twice a second at most, and only for changes of their own legs', async () => {
    const { clock, venue, marketData } = await opened()
    venue.mark(markOf(call, 0.05), markOf(higher, 0.02))
    clock.advance(marketDataLimits.bboEveryMs)
    const [channel] = bboChannels(marketData, lookupFor(marketData), clock)
    const seen: string[] = []
    const end = await channel!.open(caller, { rfq_id: 'r_1' }, (data) => seen.push(published(data)))
    expect(seen).toEqual(['r_1 0.05'])
    for (const at of [0.051, 0.052, 0.053]) {
      venue.mark(markOf(call, at), markOf(higher, at))
      clock.advance(marketDataLimits.coalesceMs)
    }
    clock.advance(marketDataLimits.bboEveryMs)
    expect(seen).toEqual(['r_1 0.05', 'r_1 0.052', 'r_1 0.053'])
    venue.mark(markOf(higher, 0.03))
    clock.advance(2 * marketDataLimits.bboEveryMs)
    expect(seen).toHaveLength(3)
    if (typeof end === 'function') end()
    await marketData.stop()
  })

  it('refuse a request that is not the caller’s to see', async () => {
    const { clock, marketData } = await opened()
    const [channel] = bboChannels(marketData, lookupFor(marketData), clock)
    expect(await channel!.open(caller, { rfq_id: 'r_9' }, () => undefined)).toMatchObject({ refused: 'NotFound' })
    await marketData.stop()
  })

  it('of all open requests take turns on one channel', async () => {
    const { clock, venue, marketData } = await opened()
    venue.mark(markOf(call, 0.05), markOf(higher, 0.02))
    clock.advance(marketDataLimits.coalesceMs)
    const [, channel] = bboChannels(marketData, lookupFor(marketData), clock)
    const seen: string[] = []
    const end = await channel!.open(caller, {}, (data) => seen.push(published(data)))
    const afterTurn = () => (clock.advance(marketDataLimits.bboTurnMs), seen)
    await expect.poll(afterTurn).toEqual(['r_1 0.05', 'r_2 0.02'])
    if (typeof end === 'function') end()
    clock.advance(10_000)
    expect(seen).toHaveLength(2)
    await marketData.stop()
  })
})
