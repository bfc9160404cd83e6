import { describe, expect, it } from 'vitest'
import type { DeskId, Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import { strangers, type Approval, type ApprovalCommand } from './approval.ts'
import { decide } from './decide.ts'
import { display } from './display.ts'
import { evolve } from './evolve.ts'
import { can, transitions } from './transitions.ts'

const ORRY = 'ORRY' as DeskId
const KEST = 'KEST' as DeskId
const noon = 1_800_000_000_000 as Instant

const states: Record<string, Approval> = {
  strangers,
  'asked by ORRY': { state: 'ASKED', by: ORRY, askedAt: noon },
  approved: { state: 'APPROVED', approvedAt: noon },
}

// One row for each combination of state, command and actor, in the order in which refusals take precedence.
const table: [rule: string, given: keyof typeof states, when: ApprovalCommand['kind'], by: DeskId, then: string][] = [
  ['2.1', 'strangers', 'Ask', ORRY, 'ApprovalAsked'],
  ['2.1', 'strangers', 'Approve', KEST, 'NothingAsked'],
  ['2.1', 'strangers', 'Withdraw', KEST, 'NothingAsked'],
  ['2.2', 'asked by ORRY', 'Ask', KEST, 'AlreadyAsked'],
  ['2.2', 'asked by ORRY', 'Ask', ORRY, 'AlreadyAsked'],
  ['2.3', 'asked by ORRY', 'Approve', ORRY, 'OwnRequest'],
  ['2.3', 'asked by ORRY', 'Approve', KEST, 'ApprovalGiven'],
  ['2.5', 'asked by ORRY', 'Withdraw', ORRY, 'ApprovalWithdrawn'],
  ['2.5', 'asked by ORRY', 'Withdraw', KEST, 'ApprovalWithdrawn'],
  ['2.4', 'approved', 'Ask', ORRY, 'AlreadyApproved'],
  ['2.4', 'approved', 'Approve', KEST, 'AlreadyApproved'],
  ['2.5', 'approved', 'Withdraw', KEST, 'ApprovalWithdrawn'],
]

describe('2. two desks negotiate once both have approved it', () => {
  // Proves A 6.9.
  it.each(table)('%s %s: %s by %s gives %s', (_rule, given, kind, actor, then) => {
    const answer = decide(states[given]!, { kind, actor }, noon)
    expect(isRefusal(answer) ? answer.refused : answer.map((event) => event.kind).join()).toBe(then)
  })

  it.each(table)('%s %s: after %s by %s the state is the one of the table of transitions', (_rule, given, kind, actor) => {
    const before = states[given]!
    const answer = decide(before, { kind, actor }, noon)
    if (isRefusal(answer)) return
    expect(can(kind, before)).toBe(true)
    expect(answer.reduce(evolve, before).state).toBe(transitions[before.state][kind])
  })

  it('2.3 a desk reads whose turn it is', () => {
    expect(Object.values(states).map((state) => [display(state, ORRY), display(state, KEST)])).toEqual([
      ['Not connected', 'Not connected'],
      ['Waiting for them', 'Waiting for you'],
      ['Connected', 'Connected'],
    ])
  })
})
