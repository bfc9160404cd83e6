import { describe, expect, it } from 'vitest'
import { isRefusal } from '../refusal.ts'
import type { Instant } from '../ids.ts'
import type { Difference, DifferenceCommand } from './difference.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { transitions } from './transitions.ts'

const noon = 1_800_000_000_000 as Instant
const by = 'u_ada'
const reason = 'A discount for the second leg, by the venue’s letter of 3 November.'

const states: Readonly<Record<Difference['state'], Difference>> = {
  OPEN: { state: 'OPEN' },
  EXPLAINED: { state: 'EXPLAINED', by, reason, at: noon },
  ACCEPTED: { state: 'ACCEPTED', by, reason, at: noon },
  GONE: { state: 'GONE', at: noon },
}
const commands = {
  'found as it was': { kind: 'Find', isChanged: false },
  'found otherwise': { kind: 'Find', isChanged: true },
  'not found': { kind: 'Miss' },
  explained: { kind: 'Explain', by, reason },
  'explained without a word': { kind: 'Explain', by, reason: ' ' },
  'its fee taken': { kind: 'Accept', by, reason, what: 'FEE', also: [] },
  'a fee taken without a word': { kind: 'Accept', by, reason: '', what: 'FEE', also: [] },
  'a fee taken where the time differs too': { kind: 'Accept', by, reason, what: 'FEE', also: ['TIME'] },
  'a fee taken of a block that is not there': { kind: 'Accept', by, reason, what: 'MISSING_THERE', also: [] },
} satisfies Readonly<Record<string, DifferenceCommand>>

const all = Object.keys(commands) as (keyof typeof commands)[]
type Row = [given: Difference['state'], when: keyof typeof commands, then: string]
const closedRows = (['EXPLAINED', 'ACCEPTED', 'GONE'] as const).flatMap((given) =>
  all.filter((when) => !['Find', 'Miss'].includes(commands[when].kind)).map((when): Row => [given, when, 'DifferenceClosed 14.6']),
)
// prettier-ignore
const table: Row[] = [
  ...closedRows,
  ['OPEN',      'explained without a word',                 'ReasonMissing 14.6'],
  ['OPEN',      'a fee taken without a word',               'ReasonMissing 14.6'],
  ['OPEN',      'a fee taken where the time differs too',   'NotAFeeAlone 14.7'],
  ['OPEN',      'a fee taken of a block that is not there', 'NotAFeeAlone 14.7'],
  ['OPEN',      'explained',                                'EXPLAINED'],
  ['OPEN',      'its fee taken',                            'ACCEPTED'],
  ['OPEN',      'found as it was',                          'OPEN'],
  ['OPEN',      'found otherwise',                          'OPEN'],
  ['OPEN',      'not found',                                'GONE'],
  ['EXPLAINED', 'found as it was',                          'EXPLAINED'],
  ['EXPLAINED', 'found otherwise',                          'OPEN'],
  ['EXPLAINED', 'not found',                                'EXPLAINED'],
  ['ACCEPTED',  'found as it was',                          'ACCEPTED'],
  ['ACCEPTED',  'found otherwise',                          'OPEN'],
  ['ACCEPTED',  'not found',                                'ACCEPTED'],
  ['GONE',      'found as it was',                          'OPEN'],
  ['GONE',      'found otherwise',                          'OPEN'],
  ['GONE',      'not found',                                'GONE'],
]

describe('14.6 14.7 14.8 a difference', () => {
  it.each(table)('%s, %s: %s', (given, when, then) => {
    const answer = decide(states[given], commands[when], noon)
    if (isRefusal(answer)) return expect(`${answer.refused} ${answer.rule}`).toBe(then)
    expect(answer.reduce(evolve, states[given]).state).toBe(then)
    const next = transitions[given][commands[when].kind]
    expect([next, given]).toContain(next === 'AS_IT_WAS' ? given : then)
  })

  it('has a row for every state and command', () => {
    expect(new Set(table.map(([given, when]) => `${given} ${when}`)).size).toBe(Object.keys(states).length * all.length)
  })
})
