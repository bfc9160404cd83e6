import { describe, expect, it } from 'vitest'
import { quantity, type Quantity } from '../decimal.ts'
import { exitChanges, type FollowedOrder } from './exits.ts'

const MARKET = 'BTC-USD-PERP'
const stop: FollowedOrder = {
  ...{ id: 's', clientId: 'exit-1', market: MARKET, side: 'SELL', kind: 'STOP_MARKET', quantity: quantity('2'), effect: 'REDUCE_ONLY' },
  state: 'UNTRIGGERED',
}
const profit: FollowedOrder = { ...stop, id: 'p', clientId: 'exit-2', kind: 'TAKE_PROFIT_MARKET' }
const entry: FollowedOrder = { ...stop, id: 'e', clientId: 'a', side: 'BUY', kind: 'LIMIT', effect: 'OPEN_OR_CLOSE', state: 'OPEN' }
const cancel = (...ids: string[]) => ids.map((id) => ({ kind: 'CANCEL', id }))

describe('18.12 exits follow the position of their market', () => {
  it.each<[string, readonly FollowedOrder[], string, readonly object[]]>([
    ['which has their size', [stop, profit], '2', []],
    [
      'which was reduced',
      [stop, profit],
      '0.5',
      [
        { kind: 'RESIZE', id: 's', quantity: quantity('0.5') },
        { kind: 'RESIZE', id: 'p', quantity: quantity('0.5') },
      ],
    ],
    ['which has grown', [stop], '3', [{ kind: 'RESIZE', id: 's', quantity: quantity('3') }]],
    ['which is closed: one cancels the other', [stop, profit], '0', cancel('s', 'p')],
    ['which has turned', [stop, profit], '-2', cancel('s', 'p')],
    ['which an open order will make', [stop, profit, entry], '0', []],
    ['which no order on their own side makes', [stop, { ...entry, side: 'SELL' }], '0', cancel('s')],
    ['which a reduce-only order does not make', [stop, { ...entry, effect: 'REDUCE_ONLY' }], '0', cancel('s')],
    ['which an order in another market does not make', [stop, { ...entry, market: 'ETH-USD-PERP' }], '0', cancel('s')],
    [
      'and orders that were not placed as exits stay as they are',
      [
        { ...stop, clientId: 'mine' },
        { ...stop, clientId: undefined },
      ],
      '0',
      [],
    ],
    ['and a triggered one is left to the venue', [{ ...stop, state: 'OPEN' }], '0.5', []],
    ['and a short one is bought back', [{ ...stop, side: 'BUY' }], '-2', []],
  ])('%s', (_words, orders, held, then) => {
    expect(exitChanges(orders, (market) => (market === MARKET ? (quantity(held) as Quantity) : undefined))).toEqual(then)
  })
})
