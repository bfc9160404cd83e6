/** The message after a trader has cancelled all own orders: RFQs stay open, and can be cancelled from it. */
import { protectionCalls } from '@parley/contracts'
import { expect, it } from 'vitest'
import { listOf } from '../../../test/frames.ts'
import { rfqOf } from '../../../test/model.ts'
import { personOf } from '../../../test/screen/people.ts'
import { draw, leaveSeats, press, receive, takeSeat, until, within } from '../../../test/trading-desk.tsx'
import { Toasts } from '../../components/Toasts.tsx'
import { pullMine, stopMe } from './own-stop.ts'

leaveSeats()

const CANCEL = `${protectionCalls.cancelAll.method} ${protectionCalls.cancelAll.path}`
const report = { canceled: { count: 0, order_ids: [], rfq_ids: [] }, fences: [] }

it('5.17 names the RFQs that are still open, and cancels them all with one click', async () => {
  const answers = {
    [CANCEL]: () => report,
    'DELETE /v2/drfq/rfqs/r_1/': () => new Response(null, { status: 204 }),
    'DELETE /v2/drfq/rfqs/r_2/': () => new Response(null, { status: 204 }),
  }
  const { sent } = takeSeat({ answers })
  const taker = { role: 'TAKER', state: 'OPEN' } as const
  const rfqs = [rfqOf({ ...taker, id: 'r_1' }), rfqOf({ ...taker, id: 'r_2' }), rfqOf({ id: 'r_3', role: 'MAKER', state: 'OPEN' })]
  receive({ rfqs: [listOf('DIRECT', rfqs)] })
  const messages = within(draw(<Toasts />))
  await pullMine()
  await until(() => expect(messages.getByText(/^2 RFQs of your desk are still open and receiving quotes\./)).toBeDefined())
  press(messages.getByRole('button', { name: 'Cancel 2 RFQs' }))
  await until(() => expect(messages.getByText('2 RFQs cancelled')).toBeDefined())
  expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/v2/drfq/rfqs/r_1/', '/v2/drfq/rfqs/r_2/'])
})

it('offers nothing if no RFQ is open', async () => {
  takeSeat({ answers: { [CANCEL]: () => report } })
  const messages = within(draw(<Toasts />))
  await pullMine()
  await until(() => expect(messages.getByText(/^You had no live orders/)).toBeDefined())
  expect(messages.queryByRole('button', { name: /RFQ/ })).toBeNull()
})

const STOP = `${protectionCalls.stopOwnTrading.method} ${protectionCalls.stopOwnTrading.path}`

it.each([
  ['administrator', /^To trade again, press Resume trading below the header and confirm your password\./],
  ['trader', /^An administrator of your desk can resume your trading\./],
] as const)('tells a stopped %s how trading is resumed', async (role, words) => {
  takeSeat({ user: personOf({ role }), answers: { [STOP]: () => report } })
  const messages = within(draw(<Toasts />))
  await stopMe()
  await until(() => expect(messages.getByText(words)).toBeDefined())
})
