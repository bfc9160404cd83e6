import { describe, expect, it } from 'vitest'
import type { DeskId } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import { askedByGroups, groupFor, groupLimits, groupRefusal, type CounterpartyGroup } from './counterparty-groups.ts'

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
  it.each([
    ['the operator has', 'asia', 'GroupNameTaken'],
    ['stands for every maker', 'lp', 'GroupNameTaken'],
    ['nobody has', 'Europe', 'accepted'],
  ])('may have a name that %s: %s', (_, name, then) => {
    const refused = groupRefusal([core], { id: undefined, name, makers: [KEST] }, isAskable, [{ name: 'Asia' }])
    expect(refused?.refused ?? 'accepted').toBe(then)
  })
  it.each(table)('%s', (_when, given, wanted, then) => {
    const refused = groupRefusal(given, wanted, isAskable)
    expect(refused !== undefined && isRefusal(refused) ? refused.refused : 'accepted').toBe(then)
  })
  it('leave out makers that may not be asked any more', () => {
    expect(groupFor(core, isAskable)).toEqual({ makers: [KEST], leftOut: [GONE] })
  })
})

// Proves T 6.7.
describe('4.15 asking by groups', () => {
  const closed = group('2', 'Closed', [GONE])
  const eligible = [KEST, LARK]
  const asked = (groups: readonly string[], makers: readonly DeskId[] = []) => askedByGroups({ groups, makers }, [core, closed], eligible)

  it.each<[string, readonly string[], readonly DeskId[], { groups: readonly string[]; makers: readonly DeskId[] }]>([
    ['no group and no maker leaves the choice open', [], [], { groups: [], makers: [] }],
    ['makers alone are asked as they are named', [], [LARK], { groups: [], makers: [LARK] }],
    ['a group is its makers that can be asked, by its own spelling', ['core'], [], { groups: ['Core'], makers: [KEST] }],
    ['LP is every maker', ['lp'], [], { groups: ['LP'], makers: [KEST, LARK] }],
    ['several are asked once each', ['Core', 'LP', 'CORE'], [], { groups: ['Core', 'LP'], makers: [KEST, LARK] }],
    ['makers named beside them decide', ['Core'], [LARK, KEST], { groups: ['Core'], makers: [LARK, KEST] }],
  ])('%s', (_, groups, makers, then) => expect(asked(groups, makers)).toEqual(then))

  it.each<[string, readonly string[], readonly DeskId[], string, RegExp]>([
    [
      'an unknown name',
      ['Europe'],
      [],
      'CounterpartyNotEligible',
      /^There is no group named Europe; your desk can use Core, Closed, LP\.$/,
    ],
    ['a group of which no maker can be asked', ['Closed'], [], 'CounterpartyMissing', /^No maker of Closed can be asked/],
    ['makers that lack one of the group', ['LP'], [LARK], 'CounterpartyMissing', /^KEST of LP is not among the counterparties/],
  ])('refuses %s', (_, groups, makers, refused, words) => {
    expect(asked(groups, makers)).toMatchObject({ refused, field: 'groups', message: expect.stringMatching(words) as string })
  })
})
