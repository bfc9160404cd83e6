import { expect, it } from 'vitest'
import { isAimedAt } from './settled-press.ts'

it.each([
  ['a control that the pointer moved to', undefined, 1_000, true],
  ['at once after it came under the pointer', 1_000, 1_000, false],
  ['just before half a second', 1_000, 1_499, false],
  ['after half a second', 1_000, 1_500, true],
])('21.9 a press is taken only by a control that was aimed at: %s', (_, cameAt, clickedAt, isAimed) =>
  expect(isAimedAt(cameAt, clickedAt)).toBe(isAimed),
)
