import { describe, expect, it } from 'vitest'
import { afterBlocking, unblocked, type BlockedProducts, type BlockingEvent } from './blocked-products.ts'

const triggered = (...products: string[]): BlockingEvent => ({ kind: 'TRIGGERED', products })
const reset = (product: string): BlockingEvent => ({ kind: 'RESET', product })
const blocked = (products: readonly string[], isLooking = true): BlockedProducts => ({ products: new Set(products), isLooking })

const table: [what: string, given: BlockedProducts, event: BlockingEvent, next: BlockedProducts, lost: string[], then: string][] = [
  ['the first product makes it look', unblocked, triggered('DO'), blocked(['DO']), ['DO'], 'LOOK'],
  [
    'another one while it looks is lost too, and looked at with the first',
    blocked(['DO']),
    triggered('EH'),
    blocked(['DO', 'EH']),
    ['EH'],
    'NO_OP',
  ],
  ['the channel does not say again what the refusal has said', blocked(['DO']), triggered('DO'), blocked(['DO']), [], 'NO_OP'],
  ['a structure of two products, one of them twice', unblocked, triggered('DO', 'CF', 'DO'), blocked(['DO', 'CF']), ['DO', 'CF'], 'LOOK'],
  ['its time may pass by itself', blocked(['DO', 'EH']), reset('DO'), blocked(['EH']), [], 'NO_OP'],
  ['having looked it resets', blocked(['DO']), { kind: 'LOOKED' }, blocked(['DO']), [], 'RESET'],
  ['where nothing is blocked any more there is nothing to reset', blocked([]), { kind: 'LOOKED' }, unblocked, [], 'NO_OP'],
  ['and after the reset it quotes everywhere', blocked(['DO', 'EH']), { kind: 'ALL_RESET' }, unblocked, [], 'NO_OP'],
]

describe('a desk whose protection triggers', () => {
  it.each(table)('%s', (_, given, event, next, lost, then) => {
    expect(afterBlocking(given, event)).toEqual({ next, lost, then })
  })

  it('never waits forever: after any input, a blocked desk reviews, and after its review it resets or is free', () => {
    const events = [triggered('DO'), triggered('EH'), reset('DO'), { kind: 'LOOKED' } as const, { kind: 'ALL_RESET' } as const]
    const walk = (state: BlockedProducts, left: number): void => {
      if (state.products.size > 0) expect(state.isLooking).toBe(true)
      if (left === 0) return
      for (const event of events) walk(afterBlocking(state, event).next, left - 1)
    }
    walk(unblocked, 5)
  })
})
