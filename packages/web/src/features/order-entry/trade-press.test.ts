import { describe, expect, it } from 'vitest'
import { type FirstPress, type Offered, press, pressState, type PressState, pressText } from './trade-press.ts'

const buys = (limit: string, more: Partial<Offered> = {}): Offered => ({
  side: 'BUY',
  limit,
  average: limit,
  quantity: '25',
  entered: 'best',
  stale: undefined,
  ...more,
})
const sells = (limit: string, more: Partial<Offered> = {}): Offered => buys(limit, { side: 'SELL', ...more })
const asked = (offered: Offered, worse?: string): FirstPress => ({ offered, worse })

const moved = '0.057 → 0.0571'
const old = 'Prices are 3.4 s old'

// The previous click, the current offer of the button, its state, its text, and the effect of the next click.
const table: [was: FirstPress | undefined, now: Offered, state: PressState, says: string | undefined, then: 'DEAL' | FirstPress][] = [
  [undefined, buys('0.057'), 'IDLE', undefined, asked(buys('0.057'))],
  [asked(buys('0.057')), buys('0.057'), 'ARMED', undefined, 'DEAL'],
  // A worse price is shown, and the next click accepts what was shown.
  [asked(buys('0.057')), buys('0.0571'), 'WORSE', moved, asked(buys('0.0571'), moved)],
  [asked(buys('0.0571'), moved), buys('0.0571'), 'ARMED', moved, 'DEAL'],
  [asked(buys('0.0571'), moved), buys('0.0572'), 'WORSE', '0.0571 → 0.0572', asked(buys('0.0572'), '0.0571 → 0.0572')],
  [asked(sells('0.057')), sells('0.0569'), 'WORSE', '0.057 → 0.0569', asked(sells('0.0569'), '0.057 → 0.0569')],
  // An equal or better price fills.
  [asked(buys('0.0572')), buys('0.0571'), 'ARMED', undefined, 'DEAL'],
  [asked(sells('0.057')), sells('0.0571'), 'ARMED', undefined, 'DEAL'],
  [asked(buys('0.0570')), buys('0.057'), 'ARMED', undefined, 'DEAL'],
  [asked(sells('-0.002')), sells('-0.003'), 'WORSE', '-0.002 → -0.003', asked(sells('-0.003'), '-0.002 → -0.003')],
  // Under one typed limit the average counts.
  [asked(buys('0.06', { average: '0.0571' })), buys('0.06', { average: '0.058' }), 'WORSE', 'avg 0.0571 → 0.058', asked(buys('0.06', { average: '0.058' }), 'avg 0.0571 → 0.058')], // prettier-ignore
  [asked(buys('0.06', { average: '0.058' })), buys('0.06', { average: '0.0571' }), 'ARMED', undefined, 'DEAL'],
  [asked(buys('0.06', { average: '0.058' })), buys('0.06', { average: undefined }), 'ARMED', undefined, 'DEAL'],
  // Another quantity is another trade, even at a better price.
  [asked(buys('0.057')), buys('0.0569', { quantity: '20' }), 'WORSE', 'Quantity 25 → 20', asked(buys('0.0569', { quantity: '20' }), 'Quantity 25 → 20')], // prettier-ignore
  // Another entry, and the other side, have not been asked.
  [asked(buys('0.057')), buys('0.057', { entered: '0.057' }), 'IDLE', undefined, asked(buys('0.057', { entered: '0.057' }))],
  [asked(buys('0.057')), sells('0.058'), 'IDLE', undefined, asked(sells('0.058'))],
  // Stale prices are mentioned when the click asks, and ask again if they have become stale since.
  [asked(buys('0.057', { stale: old })), buys('0.057', { stale: old }), 'ARMED', old, 'DEAL'],
  [asked(buys('0.057')), buys('0.057', { stale: old }), 'WORSE', old, asked(buys('0.057', { stale: old }), old)],
  [asked(buys('0.057', { stale: old })), buys('0.057'), 'ARMED', undefined, 'DEAL'],
]

describe('a click on Buy or Sell', () => {
  it.each(table)('%j, now %j: %s, says %s, the next press gives %j', (was, now, state, says, then) => {
    expect([pressState(was, now), pressText(was, now), press(was, now, 'TWO')]).toEqual([state, says, then])
  })

  it.each(table)('with 1-click deals at once, but for old prices: %j, now %j', (was, now, _state, _says, then) =>
    expect(press(was, now, 'ONE')).toEqual(now.stale === undefined ? 'DEAL' : then),
  )
})
