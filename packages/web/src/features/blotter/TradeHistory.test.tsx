/** The desk's trades without a server: how a fee reads before the venue has reported it. */
import { expect, it } from 'vitest'
import { listOf } from '../../../test/frames.ts'
import { personOf } from '../../../test/screen/people.ts'
import { tradeOf } from '../../../test/model.ts'
import { draw, leaveSeats, NOW, pageOf, receive, screen, takeSeat, textOf, until, within } from '../../../test/trading-desk.tsx'
import { keep } from '../../live/browser-store.ts'
import { TradeHistory } from './TradeHistory.tsx'

leaveSeats()

it('a fee is pending in the first two minutes after the trade, and a dash if the venue then still reports none', async () => {
  const user = personOf()
  // The lists of spreads are loaded later, by other code.
  keep(`blotter-flow:${user.id}`, JSON.stringify('DIRECT'))
  takeSeat({ user, answers: { 'GET /v2/drfq/trades/': () => pageOf([]), 'GET /v1/grfq/trades/': () => pageOf([]) } })
  const done = { state: 'FILLED' } as const
  const trades = [
    tradeOf({ ...done, id: 't_new', executedAt: NOW - 5_000, filledAt: NOW - 4_000 }),
    tradeOf({ ...done, id: 't_old', executedAt: NOW - 130_000, filledAt: NOW - 121_000 }),
    tradeOf({ ...done, id: 't_paid', executedAt: NOW - 6_000, venueFees: [{ amount: '0.015', currency: 'BTC' }] }),
    tradeOf({ id: 't_refused', state: 'REJECTED', executedAt: NOW - 7_000 }),
  ]
  receive({ trades: [listOf('DIRECT', trades)] })
  draw(<TradeHistory />)
  await until(() => expect(document.querySelector('[data-row]')).not.toBeNull())
  const fee = screen.getAllByRole('columnheader').map(textOf).indexOf('Fee')
  const feeOf = (id: string) => textOf(within(document.querySelector<HTMLElement>(`[data-row$="${id}"]`)!).getAllByRole('gridcell')[fee]!)
  expect(['t_new', 't_old', 't_paid', 't_refused'].map(feeOf)).toEqual(['pending', '—', '0.015 BTC', '—'])
})
