import type { TradingStopChangeView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { applyStops, standing, type Stops } from './stops.ts'

const change = (kind: 'STOPPED' | 'ALLOWED', market: number, user: string | null = null): TradingStopChangeView => ({
  ...{ kind, seq_group: market, user, user_name: user, by: 'boss Test', why: null, at: 1_800_000_000_000 + market },
})
const after = (...changes: readonly TradingStopChangeView[]): Stops =>
  changes.reduce<Stops>((held, data) => applyStops(held, { event: data.kind === 'STOPPED' ? 'ADDED' : 'REMOVED', data }), new Map())
const users = (stops: Stops) => standing(stops).map(({ user }) => user)

describe('11.6 who may not trade', () => {
  it('is the desk or a person, each once for all markets', () => {
    expect(users(after(change('STOPPED', 1), change('STOPPED', 2)))).toEqual([null])
    expect(users(after(change('STOPPED', 1), change('STOPPED', 1, 'u_1'), change('STOPPED', 2, 'u_1')))).toEqual([null, 'u_1'])
  })
  it('is so until the last market allows it again', () => {
    const both = [change('STOPPED', 1), change('STOPPED', 2)]
    expect(users(after(...both, change('ALLOWED', 1)))).toEqual([null])
    expect(users(after(...both, change('ALLOWED', 2), change('ALLOWED', 1)))).toEqual([])
  })
  it('contains exactly those in a new list', () => {
    const held = after(change('STOPPED', 1), change('STOPPED', 1, 'u_1'))
    expect(users(applyStops(held, { event: 'SNAPSHOT', data: [change('STOPPED', 2, 'u_2')] }))).toEqual(['u_2'])
  })
})
