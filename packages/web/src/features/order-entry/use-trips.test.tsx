import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Arrival, isBusy, useTrips } from './use-trips.ts'

/** A call that the test answers. */
function callOf() {
  let lose: () => void = () => undefined
  let arrive: (arrivals: readonly Arrival<string>[]) => void = () => undefined
  const call = (_how: unknown, onLost: () => void) =>
    new Promise<readonly Arrival<string>[]>((resolve) => {
      lose = onLost
      arrive = resolve
    })
  return { call, lose: () => lose(), arrive: (...arrivals: readonly Arrival<string>[]) => arrive(arrivals) }
}

function setUp() {
  const { result } = renderHook(() => useTrips<'BUY' | 'SELL', string, string>())
  const seen = () =>
    [...result.current.trips].map(([place, trip]) => `${place} ${trip.about} ${isBusy(trip) ? 'busy' : (trip.outcome ?? 'lost')}`)
  return { trips: () => result.current, seen }
}

describe('5.25 an order on its way', () => {
  it('is busy until its response or until that is lost, at each place for itself', async () => {
    const { trips, seen } = setUp()
    const [buy, sell] = [callOf(), callOf()]
    await act(async () => void trips().send([{ place: 'BUY', about: '1' }], buy.call))
    await act(async () => void trips().send([{ place: 'SELL', about: '2' }], sell.call))
    expect(seen()).toEqual(['BUY 1 busy', 'SELL 2 busy'])
    act(() => buy.lose())
    expect(seen()).toEqual(['BUY 1 lost', 'SELL 2 busy'])
    await act(async () => buy.arrive({ outcome: 'filled' }))
    expect(seen()).toEqual(['BUY 1 filled', 'SELL 2 busy'])
    act(() => trips().clear())
    expect(seen()).toEqual(['SELL 2 busy'])
  })

  it('does not take the place of a later one', async () => {
    const { trips, seen } = setUp()
    const [first, second] = [callOf(), callOf()]
    let was: { readonly wasLost: boolean; readonly isLatest: boolean } | undefined
    await act(
      async () =>
        void trips()
          .send([{ place: 'BUY', about: '1' }], first.call)
          .then((one) => (was = one)),
    )
    act(() => first.lose())
    await act(async () => void trips().send([{ place: 'BUY', about: '2' }], second.call))
    await act(async () => first.arrive({ outcome: 'filled' }))
    expect([seen(), was]).toEqual([['BUY 2 busy'], { wasLost: true, isLatest: false }])
  })

  it('that was withdrawn is cancelled with its response, and no other', async () => {
    const { trips, seen } = setUp()
    const { call, arrive } = callOf()
    const cancelled: string[] = []
    const both = (['BUY', 'SELL'] as const).map((place) => ({ place, about: '1' }))
    await act(async () => void trips().send(both, call))
    let withdrawn: readonly unknown[] = []
    act(() => void (withdrawn = [trips().withdraw('BUY')?.about]))
    expect([withdrawn, cancelled]).toEqual([['1'], []])
    await act(async () =>
      arrive({ outcome: 'rests', cancel: () => cancelled.push('BUY') }, { outcome: 'rests', cancel: () => cancelled.push('SELL') }),
    )
    expect([seen(), cancelled, trips().withdraw('BUY')]).toEqual([['BUY 1 rests', 'SELL 1 rests'], ['BUY'], undefined])
  })
})
