import { describe, expect, it } from 'vitest'
import { failuresOf } from './failures.ts'

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
const failed = { fullName: 'takes away', status: 'failed', failureMessages: ['expected 1 to be 2'] }
const file = { name: '/house/a.test.ts', status: 'passed', message: '', assertionResults: [passed], hookErrors: [] }

describe('the failures at the end of a run', () => {
  it('names the file and the title of each failed test, with its message', () => {
    expect(failuresOf([{ ...file, status: 'failed', assertionResults: [passed, failed] }], '/house')).toEqual([
      'a.test.ts > takes away\n    expected 1 to be 2',
    ])
  })

  it('names a file that could not run', () => {
    expect(failuresOf([{ ...file, status: 'failed', message: 'no such module', assertionResults: [] }], '/house')).toEqual([
      'a.test.ts\n    no such module',
    ])
  })

  it('names a hook that failed after tests that passed', () => {
    expect(failuresOf([{ ...file, status: 'failed', hookErrors: ['Error: the folder is not empty'] }], '/house')).toEqual([
      'a.test.ts\n    Error: the folder is not empty',
    ])
  })

  it('does not list passed tests', () => {
    expect(failuresOf([file], '/house')).toEqual([])
  })
})
