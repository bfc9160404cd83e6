import { describe, expect, it } from 'vitest'
import { type FirstPress, type Offered, overtakenWords, press, pressState, type PressState } from './trade-press.ts'

const offered = (price: string, quantity = '25', entered = 'best'): Offered => ({ price, quantity, entered })
const asked = (at: Offered, overtaken?: string): FirstPress => ({ offered: at, overtaken })

const moved = 'The price moved to 0.0571. Press again.'
const fewer = 'The quantity is now 20. Press again.'

// The press before, the offer of the button now, its state, its words, and the effect of the next press.
const table: [was: FirstPress | undefined, now: Offered, state: PressState, says: string | undefined, then: 'DEAL' | FirstPress][] = [
  [undefined, offered('0.057'), 'IDLE', undefined, asked(offered('0.057'))],
  [asked(offered('0.057')), offered('0.057'), 'ARMED', undefined, 'DEAL'],
  [asked(offered('0.057')), offered('0.0571'), 'OVERTAKEN', moved, asked(offered('0.0571'), moved)],
  [asked(offered('0.0572')), offered('0.0571'), 'OVERTAKEN', moved, asked(offered('0.0571'), moved)],
  [asked(offered('0.057')), offered('0.0571', '20'), 'OVERTAKEN', moved, asked(offered('0.0571', '20'), moved)],
  [asked(offered('0.057')), offered('0.057', '20'), 'OVERTAKEN', fewer, asked(offered('0.057', '20'), fewer)],
  [asked(offered('0.0571'), moved), offered('0.0571'), 'ARMED', moved, 'DEAL'],
  [asked(offered('0.057')), offered('0.0571', '25', '0.0571'), 'IDLE', undefined, asked(offered('0.0571', '25', '0.0571'))],
  [asked(offered('0.0571'), moved), offered('0.0571', '50', '50'), 'IDLE', undefined, asked(offered('0.0571', '50', '50'))],
]

describe('a press on Buy or Sell', () => {
  it.each(table)('%j, now %j: %s, says %s, the next press gives %j', (was, now, state, says, then) => {
    expect([pressState(was, now), overtakenWords(was, now), press(was, now, 'TWO')]).toEqual([state, says, then])
  })

  it.each(table)('with 1-click deals at once: %j, now %j', (was, now) => expect(press(was, now, 'ONE')).toBe('DEAL'))
})
