import { expect, it } from 'vitest'
import { stepOf, type GuardStep } from './guard-steps.ts'

const steps: readonly GuardStep[] = [
  { beyond: 10, guard: 'TYPE_TWICE' },
  { beyond: 2, guard: 'WARN' },
  { beyond: 50, guard: 'REFUSE' },
]

it.each([
  [-5, 'FREE'],
  [2, 'FREE'],
  [2 + 1e-12, 'FREE'],
  [2.1, 'WARN'],
  [10, 'WARN'],
  [10.1, 'TYPE_TWICE'],
  [50, 'TYPE_TWICE'],
  [51, 'REFUSE'],
  [Infinity, 'REFUSE'],
] as const)('21.1 a distance of %s is the strictest step that it is beyond: %s', (distance, guard) => {
  expect(stepOf(steps, distance)).toBe(guard)
})
