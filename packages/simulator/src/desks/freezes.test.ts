import { describe, expect, it } from 'vitest'
import { hearFreeze, unfrozen, type Freezes, type FreezeWord } from './freezes.ts'

const fired = (...products: string[]): FreezeWord => ({ kind: 'FIRED', products })
const thawed = (product: string): FreezeWord => ({ kind: 'THAWED', product })
const frozen = (products: readonly string[], isLooking = true): Freezes => ({ frozen: new Set(products), isLooking })

const table: [what: string, given: Freezes, word: FreezeWord, next: Freezes, lost: string[], then: string][] = [
  ['the first product makes it look', unfrozen, fired('DO'), frozen(['DO']), ['DO'], 'LOOK'],
  [
    'another one while it looks is lost too, and looked at with the first',
    frozen(['DO']),
    fired('EH'),
    frozen(['DO', 'EH']),
    ['EH'],
    'NOTHING',
  ],
  ['what the refusal told already the channel does not tell again', frozen(['DO']), fired('DO'), frozen(['DO']), [], 'NOTHING'],
  ['a structure of two products, one of them twice', unfrozen, fired('DO', 'CF', 'DO'), frozen(['DO', 'CF']), ['DO', 'CF'], 'LOOK'],
  ['its time may pass by itself', frozen(['DO', 'EH']), thawed('DO'), frozen(['EH']), [], 'NOTHING'],
  ['having looked it resets', frozen(['DO']), { kind: 'LOOKED' }, frozen(['DO']), [], 'RESET'],
  ['where nothing is frozen any more there is nothing to reset', frozen([]), { kind: 'LOOKED' }, unfrozen, [], 'NOTHING'],
  ['and after the reset it quotes everywhere', frozen(['DO', 'EH']), { kind: 'RESET' }, unfrozen, [], 'NOTHING'],
]

describe('a desk whose protection fires', () => {
  it.each(table)('%s', (_, given, word, next, lost, then) => {
    expect(hearFreeze(given, word)).toEqual({ next, lost, then })
  })

  it('never waits for ever: whatever it hears, who is frozen looks, and who has looked resets or is free', () => {
    const words = [fired('DO'), fired('EH'), thawed('DO'), { kind: 'LOOKED' } as const, { kind: 'RESET' } as const]
    const walk = (freezes: Freezes, left: number): void => {
      if (freezes.frozen.size > 0) expect(freezes.isLooking).toBe(true)
      if (left === 0) return
      for (const word of words) walk(hearFreeze(freezes, word).next, left - 1)
    }
    walk(unfrozen, 5)
  })
})
