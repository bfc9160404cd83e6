import { describe, expect, it } from 'vitest'
import { changedSince, isOlderBy, isOlderOrder, isOlderTrade, withNewest, withNewestBy, withoutOldest } from './newest.ts'

type State = 'OPEN' | 'CLOSED'
const order = (state: State, updatedAt: number) => ({ id: 'a', state, updatedAt })

describe('the newest state', () => {
  // Held, arriving, kept.
  it.each<[string, readonly [State, number], readonly [State, number], 'HELD' | 'ARRIVED']>([
    ['a later one', ['OPEN', 1], ['OPEN', 2], 'ARRIVED'],
    ['an earlier one', ['OPEN', 2], ['CLOSED', 1], 'HELD'],
    ['the end, in the same millisecond', ['OPEN', 1], ['CLOSED', 1], 'ARRIVED'],
    ['an open order after its end, in the same millisecond', ['CLOSED', 1], ['OPEN', 1], 'HELD'],
  ])('of an order: %s', (_title, before, next, kept) => {
    const [first, second] = [order(...before), order(...next)]
    const after = withNewest(new Map([['a', first]]), [second], isOlderOrder)
    expect(after.get('a')).toBe(kept === 'HELD' ? first : second)
  })

  it('of a trade is never pending again', () => {
    const trade = (state: string) => ({ id: 'a', state })
    const filled = new Map([['a', trade('FILLED')]])
    expect(withNewest(filled, [trade('PENDING_SETTLEMENT')], isOlderTrade)).toBe(filled)
    expect(withNewest(filled, [trade('REJECTED')], isOlderTrade).get('a')?.state).toBe('REJECTED')
  })

  it('without a version is what has changed since the list was asked for', () => {
    const [old, message, answer, other] = [{ id: 1 }, { id: 1 }, { id: 1 }, { id: 2 }]
    const asked = new Map([[1, old]])
    expect(withNewest(new Map([[1, message]]), [answer], changedSince(asked)).get(1)).toBe(message)
    expect([...withNewest(asked, [answer, other], changedSince(asked)).values()]).toEqual([answer, other])
  })

  it('of a position is the later one by the time of the venue, or the last that arrives without times', () => {
    const position = (at: number | undefined, size: number) => ({ market: 'BTC', at, size })
    const after = (before: ReturnType<typeof position>, next: ReturnType<typeof position>) =>
      withNewestBy(
        ({ market }) => market,
        new Map([['BTC', before]]),
        [next],
        isOlderBy(({ at }) => at),
      ).get('BTC')?.size
    expect([
      after(position(2, 1), position(1, 9)),
      after(position(1, 1), position(2, 9)),
      after(position(2, 1), position(undefined, 9)),
    ]).toEqual([1, 9, 9])
  })

  it('of orders that are over is kept for the newest of them', () => {
    const orders = new Map([order('OPEN', 1), order('CLOSED', 2), order('CLOSED', 3)].map((one, place) => [place, one]))
    const kept = (most: number) => [
      ...withoutOldest(
        orders,
        ({ state }) => state === 'CLOSED',
        ({ updatedAt }) => updatedAt,
        most,
      ).keys(),
    ]
    expect([kept(2), kept(1)]).toEqual([
      [0, 1, 2],
      [0, 2],
    ])
  })

  it('is one map while nothing changes, and decides within one list too', () => {
    const nothing = new Map<string, ReturnType<typeof order>>()
    expect(withNewest(nothing, [], isOlderOrder)).toBe(nothing)
    expect(withNewest(nothing, [order('CLOSED', 2), order('OPEN', 1)], isOlderOrder).get('a')?.state).toBe('CLOSED')
  })
})
