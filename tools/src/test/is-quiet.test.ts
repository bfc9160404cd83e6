import { describe, expect, it } from 'vitest'
import { wasQuiet } from './is-quiet.ts'

describe('the processor was quiet', () => {
  it.each([
    ['if it was idle all the time', { idle: 200, all: 200 }, true],
    ['if it was idle half of the time', { idle: 100, all: 200 }, true],
    ['unless less than half of the time was idle', { idle: 99, all: 200 }, false],
    ['unless every core worked', { idle: 0, all: 200 }, false],
  ])('%s', (_, passed, expected) => {
    const before = { idle: 5_000, all: 70_000 }
    expect(wasQuiet(before, { idle: before.idle + passed.idle, all: before.all + passed.all })).toBe(expected)
  })
})
