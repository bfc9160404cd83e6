import { expect, it } from 'vitest'
import { formattedIn, productTestsIn } from './changed.ts'

it('sorts changed files into those that have a format and those that test the whole product', () => {
  const files = ['README.md', 'package.json', 'packages/core/src/ids.ts', 'e2e/src/venues/bybit.e2e.ts', 'packages/web/src/theme.css']
  expect(formattedIn(files)).toEqual(['packages/core/src/ids.ts', 'e2e/src/venues/bybit.e2e.ts', 'packages/web/src/theme.css'])
  expect(productTestsIn(files)).toEqual(['e2e/src/venues/bybit.e2e.ts'])
})
