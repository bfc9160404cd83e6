import type { ModelChange, Order } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { spreadOrderOf, spreadTapeTradeOf, spreadTradeOf } from '../../../../test/model.ts'
import { limits } from '../../../live/limits.ts'
import { nothing } from '../../../live/spread-deals.ts'
import { noSpreadChanges, type SpreadChanges, withSpreadChanges } from './spread-frame.ts'

const at = { audience: 'SPREADS', seqGroup: 1, seqNum: 5 } as const
const list = <T>(data: readonly T[], gone: readonly string[] = []): ModelChange<T, 'SPREADS'> => ({ ...at, event: 'SNAPSHOT', data, gone })
const after = (changes: Partial<SpreadChanges>, deals = nothing, now = 1_000) =>
  withSpreadChanges(deals, { ...noSpreadChanges(), ...changes }, now)
const over = (updatedAt: number): ModelChange<Order<'SPREADS'>, 'SPREADS'> => ({
  ...{ ...at, event: 'REMOVED' },
  data: spreadOrderOf({ id: '1', state: 'CLOSED', updatedAt }),
})

describe('orders and trades in listed spreads', () => {
  it('is known once the list of orders has come', () => {
    expect(after({ trades: [list([spreadTradeOf()])] }).isLoaded).toBe(false)
    expect(after({ orders: [list([])] }).isLoaded).toBe(true)
  })

  it('stay while their end is visible, and leave later; those missing from a new list leave immediately', () => {
    const open = after({ orders: [list([spreadOrderOf({ id: '1' }), spreadOrderOf({ id: '2' })])] })
    const ended = after({ orders: [over(1_000)] }, open)
    expect([...ended.orders.values()].map(({ id, state }) => `${id} ${state}`)).toEqual(['1 CLOSED', '2 OPEN'])
    const later = after({ orders: [list([spreadOrderOf({ id: '3' })], ['2'])] }, ended, 1_001 + limits.recentlyClosedMs)
    expect([...later.orders.keys()]).toEqual(['3'])
  })

  it('is on the tape newest first, each trade once', () => {
    const [old, young] = [spreadTapeTradeOf({ id: 'a', filledAt: 5 }), spreadTapeTradeOf({ id: 'b', filledAt: 9 })]
    const { tape } = after({ tape: [list([old]), { ...at, event: 'ADDED', data: young }, { ...at, event: 'ADDED', data: young }] })
    expect(tape.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})
