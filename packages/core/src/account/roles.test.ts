import { describe, expect, it } from 'vitest'
import { deskRoles, displayRole, hasRight, type DeskRole, type Right } from './roles.ts'

const table: [role: DeskRole, may: Right[], called: string][] = [
  ['administrator', ['See', 'Trade', 'Bid', 'Administer'], 'Administrator'],
  ['trader', ['See', 'Trade', 'Bid'], 'Authorized user'],
  ['viewer', ['See'], 'View-only user'],
  ['prime_viewer', ['See'], 'Prime viewer'],
  ['dov_user', ['See', 'Bid'], 'DOV user'],
]

describe('2.6 what a member may do', () => {
  // Proves A 6.4, A 6.5.
  it.each(table)('%s: %j', (role, may, called) => {
    expect((['See', 'Trade', 'Bid', 'Administer'] as const).filter((right) => hasRight(role, right))).toEqual(may)
    expect(displayRole(role)).toBe(called)
  })
  it('covers every role', () => expect(table.map(([role]) => role)).toEqual(deskRoles))
})
