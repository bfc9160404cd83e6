import { refuse, refuseTogether, type Refusal } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { accountBodyOf, bodyOf, fault, faultOf } from './fault.ts'

const bodyFor = (refusals: readonly Refusal[]) => accountBodyOf(faultOf(refuseTogether(refusals)!, undefined))
const weak = refuse('PasswordTooWeak', '', 'This password is too short.', 'password')
const missing = refuse('AgreementMissing', '', 'The agreement has to be accepted.')
const date = refuse('DateInvalid', '', 'Invalid Date', 'date_of_birth')

describe('a form that is refused', () => {
  it.each<[refusals: Refusal[], body: object]>([
    [[date], { date_of_birth: ['Invalid Date'] }],
    [[missing], { non_field_errors: ['The agreement has to be accepted.'] }],
    [
      [date, weak, missing],
      {
        date_of_birth: ['Invalid Date'],
        password: ['This password is too short.'],
        non_field_errors: ['The agreement has to be accepted.'],
      },
    ],
    [
      [weak, { ...weak, message: 'This password is too common.' }],
      { password: ['This password is too short.', 'This password is too common.'] },
    ],
  ])('%j', (refusals, body) => {
    expect(bodyFor(refusals)).toEqual(body)
  })

  it('with nothing wrong is no refusal', () => {
    expect(refuseTogether([])).toBeUndefined()
  })

  it('names each field without repeating its name in the text', () => {
    const first = fault('InvalidParams', 'email: This field is required', { member: 'email' })
    const also = [fault('InvalidParams', 'password: This field is required', { member: 'password' })]
    expect(accountBodyOf({ ...first, also })).toEqual({ email: ['This field is required'], password: ['This field is required'] })
  })

  it('elsewhere has the general body, in which the first speaks', () => {
    expect(bodyOf(faultOf(refuseTogether([date, weak])!, undefined))).toEqual({
      code: 4155,
      error: 'DateInvalid',
      message: 'Invalid Date',
      detail: 'Invalid Date',
      data: { member: 'date_of_birth' },
    })
  })
})
