import { expect, it } from 'vitest'
import { bookRfqOf, orderOf, rfqOf } from '../../../test/model.ts'
import { fenceText, reachText, stillThereText, unreachedIn } from './resetting.ts'
import { whatStops, whatStopsText } from './what-stops.ts'

it('11.6 the kill switch shows what it would cancel: resting orders in both flows, and open RFQs', () => {
  const stops = whatStops({
    orders: [
      orderOf(),
      orderOf({ state: 'CLOSED', resting: '0' }),
      orderOf({ kind: 'CROSS' }),
      orderOf({ audience: 'ORDER_BOOK' }),
      orderOf({ audience: 'ORDER_BOOK', state: 'CLOSED', resting: '0' }),
    ],
    rfqs: [rfqOf({ role: 'TAKER' }), rfqOf({ role: 'MAKER' }), rfqOf({ state: 'DRAFT', role: 'TAKER' }), bookRfqOf({ role: 'TAKER' })],
  })
  expect(stops).toEqual({ quotes: 2, orders: 1, rfqs: 1 })
  expect(whatStopsText(stops)).toBe('2 quotes, 1 resting limit and 1 open RFQ')
})

it.each([
  [{ quotes: 0, orders: 0, rfqs: 0 }, undefined],
  [{ quotes: 1, orders: 0, rfqs: 0 }, '1 quote'],
  [{ quotes: 6, orders: 0, rfqs: 2 }, '6 quotes and 2 open RFQs'],
])('%o reads %s', (stops, text) => expect(whatStopsText(stops)).toBe(text))

it.each([
  [[], undefined],
  [[182], 'No fills after sequence number 182'],
  [[143, 182], 'No fills after sequence number 182'],
  [[1, 143, 1, 182], 'No fills after sequence number 182'],
])('11.7 the fences %j read %s', (numbers, text) =>
  expect(fenceText(numbers.map((seq_num, index) => ({ seq_group: index + 1, seq_num })))).toBe(text),
)

it.each([
  [['DBT-ETH'], 'No fills after sequence number 182. DBT-ETH could not be reached. Nothing was changed there: try again'],
  [
    ['DBT-ETH', 'BYB-XRP', 'DBT-ETH'],
    'No fills after sequence number 182. DBT-ETH, BYB-XRP could not be reached. Nothing was changed there: try again',
  ],
  [[], 'No fills after sequence number 182'],
])('11.7 beside its fences a press that did not reach %j says so', (names, text) => {
  const unreached = names.map((market, index) => ({ seq_group: index + 2, market }))
  expect(reachText({ fences: [{ seq_group: 1, seq_num: 182 }], unreached })).toBe(text)
})

it('11.2 a limit that could not be moved completely lists where it is still active', () => {
  const [market] = unreachedIn({ id: 'mine', unreached: [{ seq_group: 2, market: 'DBT-ETH' }] })!
  expect(stillThereText([market!])).toBe(
    'DBT-ETH could not be reached. The limit also stays active there until the market is back, and is then removed.',
  )
  expect([unreachedIn({ id: 'mine' }), unreachedIn(undefined)]).toEqual([undefined, undefined])
})
