import { describe, expect, it } from 'vitest'
import { commandLineOf, filledOptions } from './command-task.ts'

describe('a command of the console as typed in a shell', () => {
  it.each([
    ['suspend-desk', { desk: 'KEST' }, '', 'npm run operator -- suspend-desk --desk KEST'],
    ['suspend-desk', { desk: 'KEST' }, 'fees unpaid', "npm run operator -- suspend-desk --desk KEST --why 'fees unpaid'"],
    [
      'suspend-user',
      { email: 'ada@orrery.example' },
      "the desk's wish",
      `npm run operator -- suspend-user --email ada@orrery.example --why 'the desk'\\''s wish'`,
    ],
    ['create-desk', { ticker: 'ORRY', maker: true }, '', 'npm run operator -- create-desk --ticker ORRY --maker'],
    ['restrict-address', { address: '-x' }, '', "npm run operator -- restrict-address --address '-x'"],
  ] as const)('%s with %o because of %j', (command, options, why, line) => {
    expect(commandLineOf(command, options, why)).toBe(line)
  })

  it('has the options that are set and the fields that are filled in', () => {
    const task = {
      command: 'platform',
      hurts: true,
      title: '',
      about: '',
      button: '',
      done: '',
      options: { state: 'UNAVAILABLE' },
    } as const
    const fields = [
      { name: 'at', label: 'Time' },
      { name: 'maker', label: 'Maker' },
      { name: 'empty', label: 'Empty' },
    ]
    expect(filledOptions({ ...task, fields }, { at: ' 2026-12-01T08:00Z ', maker: true, empty: ' ' })).toEqual({
      state: 'UNAVAILABLE',
      at: '2026-12-01T08:00Z',
      maker: true,
    })
  })
})
