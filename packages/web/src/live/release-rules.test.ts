import { describe, expect, it } from 'vitest'
import { type Hands, isQuiet, nextCheckMs, QUIET_MS } from './release-rules.ts'

const still: Hands = { isPressed: false, isTyping: false, isInDialog: false, isBusy: false, isPulledOnLoss: false, msSinceInput: QUIET_MS }

describe('a page with a newer release available', () => {
  it.each<[string, Partial<Hands>, boolean]>([
    ['nobody has touched for ten seconds', {}, true],
    ['somebody has touched just now', { msSinceInput: QUIET_MS - 1 }, false],
    ['has a key or a button down', { isPressed: true }, false],
    ['has something typed', { isTyping: true }, false],
    ['has a dialog open', { isInDialog: true }, false],
    ['awaits an answer', { isBusy: true }, false],
    ['would pull orders by going', { isPulledOnLoss: true }, false],
  ])('that %s reloads: %s', (_, hands, expected) => {
    expect(isQuiet({ ...still, ...hands })).toBe(expected)
  })

  // Proves A 4.52, A 10.25, T 4.25, T 9.6.
  it.each([
    [0, 600_000],
    [0.5, 630_000],
    [0.999_999, 659_999],
  ])('looks for the next one after 600 s and up to 60 s more: chance %d, %i ms', (chance, ms) => {
    expect(nextCheckMs(chance)).toBe(ms)
  })
})
