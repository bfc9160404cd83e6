import type { MemberView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { unchangeableReason } from './membership-rules.ts'

const member = (id: string, role: MemberView['role'], state: MemberView['state'] = 'ACTIVE'): MemberView => ({
  id,
  email: `${id}@orrery.example`,
  first_name: id,
  last_name: '',
  color: 'TL',
  role,
  state,
  has_two_factor: true,
  last_seen_at: null,
})
const [ada, ben, tom] = [member('ada', 'administrator'), member('ben', 'administrator'), member('tom', 'trader')] as const
const suspended = member('sam', 'administrator', 'SUSPENDED')
const last = 'A desk must have at least one active administrator. Make another member an administrator first.'

describe('a member cannot be changed', () => {
  it.each([
    ['by themselves', ada, [ada, ben], 'ada', 'You cannot change your own membership. Ask another administrator.'],
    ['as the last active administrator', ada, [ada, suspended, tom], 'operator', last],
    ['by themselves as the last active administrator', ada, [ada, tom], 'ada', last],
  ] as const)('%s', (_, one, members, viewer, reason) => {
    expect(unchangeableReason(one, members, viewer)).toBe(reason)
  })

  it.each([
    ['another member', tom, [ada, tom]],
    ['an administrator beside oneself', ben, [ada, ben]],
    ['a suspended administrator', suspended, [ada, suspended]],
  ] as const)('%s can', (_, one, members) => {
    expect(unchangeableReason(one, members, 'ada')).toBeUndefined()
  })
})
