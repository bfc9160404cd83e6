import { describe, expect, it } from 'vitest'
import type { Instant } from '../../ids.ts'
import { isRefusal } from '../../refusal.ts'
import { deskRoles } from '../roles.ts'
import { decide, mayTrade } from './decide.ts'
import { display } from './display.ts'
import { evolve } from './evolve.ts'
import type { DeskAround, Membership, MembershipCommand } from './membership.ts'
import { can, transitions } from './transitions.ts'

const noon = 1_800_000_000_000 as Instant

const members = {
  administrator: { state: 'ACTIVE', role: 'administrator' },
  trader: { state: 'ACTIVE', role: 'trader' },
  viewer: { state: 'ACTIVE', role: 'viewer' },
  'suspended administrator': { state: 'SUSPENDED', role: 'administrator', suspendedAt: noon },
  'suspended trader': { state: 'SUSPENDED', role: 'trader', suspendedAt: noon },
  removed: { state: 'REMOVED' },
} as const satisfies Record<string, Membership>

const commands = {
  'make administrator': { kind: 'ChangeRole', role: 'administrator' },
  'make viewer': { kind: 'ChangeRole', role: 'viewer' },
  suspend: { kind: 'Suspend' },
  restore: { kind: 'Restore' },
  remove: { kind: 'Remove' },
} as const satisfies Record<string, MembershipCommand>

type By = 'another' | 'own'
type Row = [rule: string, member: keyof typeof members, others: number, by: By, command: keyof typeof commands, then: string]

// In the order in which refusals take precedence.
const table: readonly Row[] = [
  ['2.9', 'removed', 1, 'another', 'restore', 'NotFound'],
  ['2.9', 'removed', 1, 'another', 'make viewer', 'NotFound'],
  ['2.9', 'removed', 1, 'another', 'suspend', 'NotFound'],
  ['2.9', 'removed', 0, 'own', 'remove', 'NotFound'],
  ['2.7', 'administrator', 0, 'own', 'make viewer', 'LastAdministrator'],
  ['2.7', 'administrator', 0, 'own', 'suspend', 'LastAdministrator'],
  ['2.7', 'administrator', 0, 'own', 'remove', 'LastAdministrator'],
  ['2.7', 'administrator', 0, 'another', 'make viewer', 'LastAdministrator'],
  ['2.7', 'administrator', 0, 'another', 'suspend', 'LastAdministrator'],
  ['2.7', 'administrator', 0, 'another', 'remove', 'LastAdministrator'],
  ['2.7', 'suspended administrator', 0, 'another', 'remove', 'MemberRemoved'],
  ['2.7', 'suspended administrator', 0, 'another', 'make viewer', 'RoleChanged'],
  ['2.7', 'trader', 0, 'another', 'remove', 'MemberRemoved'],
  ['2.8', 'administrator', 1, 'own', 'make viewer', 'OwnMembership'],
  ['2.8', 'administrator', 1, 'own', 'suspend', 'OwnMembership'],
  ['2.8', 'administrator', 1, 'own', 'remove', 'OwnMembership'],
  ['2.8', 'administrator', 0, 'own', 'make administrator', ''],
  ['2.8', 'administrator', 1, 'another', 'make viewer', 'RoleChanged'],
  ['2.8', 'administrator', 1, 'another', 'remove', 'MemberRemoved'],
  ['2.9', 'trader', 1, 'another', 'suspend', 'MemberSuspended'],
  ['2.9', 'suspended trader', 1, 'another', 'suspend', ''],
  ['2.9', 'suspended trader', 1, 'another', 'restore', 'MemberRestored'],
  ['2.9', 'trader', 1, 'another', 'restore', ''],
  ['2.9', 'suspended trader', 1, 'another', 'make viewer', 'RoleChanged'],
  ['2.9', 'viewer', 1, 'another', 'make viewer', ''],
  ['2.9', 'viewer', 1, 'another', 'make administrator', 'RoleChanged'],
  ['2.9', 'suspended trader', 1, 'another', 'remove', 'MemberRemoved'],
]

const judge = ([, member, otherAdministrators, isOwn, command]: Row) => {
  const around: DeskAround = { otherAdministrators, isOwn }
  return decide(members[member], commands[command], around, noon)
}

describe('2. the members of a desk', () => {
  it.each(table)('%s %s beside %i administrators, by %s: %s gives %s', (...row) => {
    const answer = judge(row)
    expect(isRefusal(answer) ? answer.refused : answer.map(({ kind }) => kind).join()).toBe(row[5])
  })

  it.each(table)('%s %s beside %i administrators, by %s: after %s the state is the one of the table', (...row) => {
    const answer = judge(row)
    const before: Membership = members[row[1]]
    const next = transitions[before.state][commands[row[4]].kind]
    if (isRefusal(answer)) return expect(can(commands[row[4]].kind, before)).toBe(answer.refused !== 'NotFound')
    expect(answer.reduce(evolve, before).state).toBe(next)
  })

  it('2.9 a suspended member keeps the role, and has it again when restored', () => {
    const suspended = evolve(members.trader, { kind: 'MemberSuspended', at: noon })
    expect(suspended).toEqual({ state: 'SUSPENDED', role: 'trader', suspendedAt: noon })
    expect(evolve(suspended, { kind: 'MemberRestored' })).toEqual(members.trader)
  })

  it('2.10 what a person has open stays while they may trade on the desk, and no longer', () => {
    const trading = deskRoles.filter((role) => mayTrade({ state: 'ACTIVE', role }))
    expect(trading).toEqual(['administrator', 'trader'])
    expect(deskRoles.filter((role) => mayTrade({ state: 'SUSPENDED', role, suspendedAt: noon }))).toEqual([])
    expect(mayTrade(members.removed)).toBe(false)
  })

  it('2.9 a desk reads what its members are', () => {
    expect(Object.values(members).map(display)).toEqual(['Active', 'Active', 'Active', 'Suspended', 'Suspended', 'Removed'])
  })
})
