import { expect, it } from 'vitest'
import { timeByFolder } from './time-spent.ts'

it('the time of a run is added up by folder and kind of test, the slowest first', () => {
  const spent = [
    { path: 'packages/server/src/digest/digest.db.test.ts', tests: 3, importMs: 100, hooksMs: 900, testsMs: 2_000 },
    { path: 'packages/server/src/mail/mail.db.test.ts', tests: 1, importMs: 100, hooksMs: 100, testsMs: 1_000 },
    { path: 'packages/server/src/mail/words.test.ts', tests: 1, importMs: 0, hooksMs: 0, testsMs: 50 },
    { path: 'e2e/src/venues/bybit.e2e.ts', tests: 4, importMs: 500, hooksMs: 6_000, testsMs: 9_000 },
  ]
  const columns = timeByFolder(spent).map((line) => line.trim().split(/\s{2,}/))
  expect(columns).toEqual([
    ['files', 'tests', 'imports', 'hooks', 'running'],
    ['e2e/src/venues .e2e', '1', '4', '0.5', '6.0', '9.0'],
    ['packages/server .db.test', '2', '4', '0.2', '1.0', '3.0'],
    ['packages/server .test', '1', '1', '0.0', '0.0', '0.1'],
  ])
})
