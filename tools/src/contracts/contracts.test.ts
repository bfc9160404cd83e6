import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COMPILED, compileContracts } from './compile.ts'

it('the contracts of the embedded chain are what their sources compile to', () => {
  expect(compileContracts() === readFileSync(COMPILED, 'utf8'), 'packages/simulator/contracts has changed: npm run contracts').toBe(true)
})
