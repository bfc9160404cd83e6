import { describe, expect, it } from 'vitest'
import type { DeskId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { groupFor, groupLimits, groupRefusal, type CounterpartyGroup } from './counterparty-groups.ts'

const [ORRY, KEST, LARK, GONE] = ['ORRY', 'KEST', 'LARK', 'GONE'] as unknown as readonly [DeskId, DeskId, DeskId, DeskId]
const isAskable = (maker: DeskId) => maker !== GONE
const group = (id: string, name: string, makers: readonly DeskId[] = [KEST]): CounterpartyGroup => ({ id, desk: ORRY, name, makers })
const full = Array.from({ length: groupLimits.groupsPerDesk }, (_, n) => group(String(n), `group ${n}`))
const core = group('1', 'Core', [KEST, GONE])

type Row = readonly [when: string, given: readonly CounterpartyGroup[], wanted: Parameters<typeof groupRefusal>[1], then: string]
const table: readonly Row[] = [
  ['a group of another desk is none', [], { id: '1', name: 'Core', makers: [KEST] }, 'NotFound'],
  ['one more than there may be', full, { id: undefined, name: 'Core', makers: [KEST] }, 'TooManyGroups'],
  ['a change while there are as many', full, { id: '7', name: 'Core', makers: [KEST] }, 'accepted'],
  ['a name in use, however it is written', [core], { id: undefined, name: 'CORE', makers: [KEST] }, 'GroupNameTaken'],
  ['its own name', [core], { id: '1', name: 'core', makers: [KEST] }, 'accepted'],
  ['a maker that may not be asked', [core], { id: undefined, name: 'Asia', makers: [LARK, GONE] }, 'NotFound'],
  ['one that was in the group before', [core], { id: '1', name: 'Core', makers: [LARK, GONE] }, 'accepted'],
]

describe('2.14 groups of counterparties', () => {
  it.each(table)('%s', (_when, given, wanted, then) => {
    const refused = groupRefusal(given, wanted, isAskable)
    expect(refused !== undefined && isRefusal(refused) ? refused.refused : 'accepted').toBe(then)
  })
  it('leave out makers that may not be asked any more', () => {
    expect(groupFor(core, isAskable)).toEqual({ makers: [KEST], leftOut: [GONE] })
  })
})
