import { expect, it } from 'vitest'
import { slowestFiles } from './slowest.ts'

it('the ten slowest files are named by how long they took, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    name: `/house/e2e/${index}.e2e.ts`,
    startTime: 1000,
    endTime: 1000 + index * 1500,
  }))
  const lines = slowestFiles(files, '/house')
  expect(lines).toHaveLength(10)
  expect([lines[0], lines[9]]).toEqual(['   16.5 s  e2e/11.e2e.ts', '    3.0 s  e2e/2.e2e.ts'])
})
