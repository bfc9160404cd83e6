import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusePassword, weaknessOf, type NewPassword } from './password-rules.ts'

const owner = { firstName: 'Ada', lastName: 'Lovelace-Byron', email: 'ada.byron@orrery-capital.example' }
const common = new Set(['password', 'qwertyuiop', 'letmein', 'iloveyousomuch'])
const numeric = 'This password is entirely numeric. Use letters too.'
const usual = 'This password is too common. Choose one that is harder to guess.'
const like = (part: string) => `This password is too similar to your ${part}.`

// In order of precedence, as weaknesses are reported.
const table: [password: string, weakness: string | undefined][] = [
  ['', 'This password is too short. It must contain at least 10 characters.'],
  ['123456789', 'This password is too short. It must contain at least 10 characters.'],
  ['ninechars', 'This password is too short. It must contain at least 10 characters.'],
  ['🐎🐎🐎🐎🐎', 'This password is too short. It must contain at least 10 characters.'],
  ['tencharsok', undefined],
  ['x7'.repeat(250) + 'unrepeated12', undefined],
  ['x7'.repeat(250) + 'unrepeated123', 'This password is too long. It must not exceed 512 characters.'],
  ['7294610385', numeric],
  ['7294 6103 85', numeric],
  ['٧٢٩٤٦١٠٣٨٥', numeric],
  ['7294610385k', undefined],
  ['qwertyuiop', usual],
  ['QwertyUIOP', usual],
  ['ｑｗｅｒｔｙｕｉｏｐ', usual],
  ['Password123', usual],
  ['Password12!?', usual],
  ['password-83920174', undefined],
  ['letmeinletmein', usual],
  ['aaaaaaaaaaaa', usual],
  ['abcabcabcabc', usual],
  ['Iloveyousomuch', usual],
  ['lovelace99', like('last name')],
  ['Lovelace-1815', like('last name')],
  ['l0ve1ac3!!!!!', like('last name')],
  ['l0ve1ac3..99', like('last name')],
  ['ecalevol-99', like('last name')],
  ['Lövelacé-99', like('last name')],
  ['ada.lovelace1', like('last name')],
  ['adaadaadaada', usual],
  ['ada-ada-ada-a', like('first name')],
  ['orrery-capital', like('email address')],
  ['ada.byron@orrery-capital.example', like('email address')],
  ['0rreryC@pital7', like('email address')],
  // At least half of it is not part of the person's name.
  ['lovelace-horse-battery', undefined],
  ['ada keeps a horse', undefined],
  ['correct horse battery', undefined],
]

describe('a new password', () => {
  it.each(table)('%j', (password, weakness) => {
    expect(weaknessOf(password, owner, common)).toBe(weakness)
  })

  // Proves A 5.13, A 5.16, A 9.9.
  it('is judged without the list where there is none', () => {
    expect(weaknessOf('qwertyuiop', owner)).toBeUndefined()
  })

  it('is not like a name that is empty or very short', () => {
    expect(weaknessOf('jo-li-jo-li-jo', { firstName: 'Jo', lastName: 'Li', email: '' }, common)).toBeUndefined()
  })

  // Proves A 5.13, A 5.15, A 5.17.
  it('is answered for whatever is typed', () => {
    const any = fc.string({ unit: 'binary', maxLength: 600 })
    fc.assert(
      fc.property(any, any, any, (password, name, email) => {
        const weakness = weaknessOf(password, { firstName: name, lastName: name, email }, common)
        if ([...password].length < 10) expect(weakness).toContain('too short')
      }),
    )
  })
})

const good: NewPassword = {
  password: 'correct horse battery',
  confirmation: 'correct horse battery',
  owner,
  old: 'another horse stable',
  fields: ['new_password1', 'new_password2'],
}

// In order of precedence.
const calls: [
  name: string,
  given: Partial<NewPassword>,
  refused: string | undefined,
  message: string | undefined,
  field: string | undefined,
][] = [
  [
    'a weak one that is unchanged too',
    { password: 'short', old: 'short' },
    'PasswordTooWeak',
    'This password is too short. It must contain at least 10 characters.',
    'new_password1',
  ],
  [
    'the old one',
    { old: good.password, confirmation: 'else' },
    'PasswordUnchanged',
    'New password must differ from old password.',
    'new_password1',
  ],
  [
    'the old one in other code points',
    { password: 'ｃorrect horse battery', old: good.password },
    'PasswordUnchanged',
    'New password must differ from old password.',
    'new_password1',
  ],
  ['another confirmation', { confirmation: 'correct horse' }, 'PasswordsDiffer', 'Passwords do not match', 'new_password2'],
  ['a good one', {}, undefined, undefined, undefined],
]

describe('a call that sets a password', () => {
  it.each(calls)('with %s', (_name, given, refused, message, field) => {
    const answer = refusePassword({ ...good, ...given }, common)
    expect([answer?.refused, answer?.message, answer?.field]).toEqual([refused, message, field])
  })
})
