import type { SpreadOrderView } from '@parley/client'
import { spreadCalls } from '@parley/contracts'
import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answer, noNetwork, openPart, passTime, personOf, Refused } from '../../../test/screen/screen.tsx'
import { noPage } from '../../../test/screen/people.ts'
import { now, orderWith } from '../../../test/spreads.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { connectSpreads } from './connect-spreads.ts'
import { useSpreadMarket } from './spread-store.ts'

/** The states of the Delta-1 Spreads screen. */
function Screen() {
  useEffect(connectSpreads, [])
  const loading = useSpreadMarket((market) => market.loading)
  if (loading.state !== 'LOADED') return <p>{loading.state}</p>
  return (
    <>
      <BehindBar what="The lists of spreads" of={loading} />
      <p>the spreads</p>
    </>
  )
}

const lists = [
  answer(spreadCalls.listStrategies, noPage),
  answer(spreadCalls.listBookSummaries, { results: [] }),
  answer(spreadCalls.listTrades, noPage),
  answer(spreadCalls.listOrders, noPage),
  answer(spreadCalls.listTape, noPage),
]
const amount = <Name extends string>(name: Name, of: string) =>
  ({ [name]: Number(of), [`${name}_decimal`]: of }) as Record<Name, number> & Record<`${Name}_decimal`, string>
/** An order that a protection cancelled, as the server reports it. */
const orderView = (id: string): SpreadOrderView => ({
  ...{ id, strategy_id: '100000000000000002', venue: 'DBT', kind: 'FUTURE', margin_type: 'INVERSE', base_currency: 'BTC' },
  ...{ settlement_currency: 'BTC', description: '100000000000000002', state: 'CLOSED', side: 'BUY', type: 'LIMIT', price: '1130' },
  ...{ time_in_force: 'GOOD_TILL_CANCELED', post_only: false, label: null, account_name: 'prop-1', expires_at: 0 },
  ...{ cancel_reason: 'PROTECTION', canceled_by: { name: 'MMP', is_sender: false }, created_at: now * 1e6, last_updated: (now + 1) * 1e6 },
  ...{ ...amount('amount', '100000'), ...amount('filled_amount', '0'), ...amount('pending_fill_amount', '0') },
  ...{ ...amount('canceled_amount', '100000'), ...amount('resting_amount', '0') },
})
const bar = () => screen.findByText(/^The lists of spreads could not be updated since/)

describe('a reading of the spreads that fails', () => {
  it.each([
    ['strategies', spreadCalls.listStrategies],
    ['orders', spreadCalls.listOrders],
  ])('leaves what is shown, marks its age and reads again: %s', async (_, call) => {
    const { user, wire } = await openPart(<Screen />, personOf(), lists)
    await screen.findByText('the spreads')
    wire.answer(answer(call, noNetwork))
    act(() => wire.cut())
    await bar()
    await screen.findByText('the spreads')
    wire.answer(answer(call, noPage))
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await vi.waitFor(() => expect(screen.queryByText(/could not be updated/)).toBeNull())
    await screen.findByText('the spreads')
  })

  it('is repeated by itself', async () => {
    passTime()
    const { wire } = await openPart(<Screen />, personOf(), lists)
    await screen.findByText('the spreads')
    wire.answer(answer(spreadCalls.listTrades, new Refused('Unavailable')))
    act(() => wire.cut())
    await bar()
    wire.answer(...lists)
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await vi.waitFor(() => expect(screen.queryByText(/could not be updated/)).toBeNull())
  })

  it('is an error page if nothing was shown before', async () => {
    await openPart(<Screen />, personOf(), [...lists, answer(spreadCalls.listStrategies, noNetwork)])
    await screen.findByText('FAILED')
  })
})

describe('an order that ended during a disconnection', () => {
  it('is read by its id and shows how it ended, if no list has it', async () => {
    const { wire } = await openPart(<Screen />, personOf(), lists)
    await screen.findByText('the spreads')
    const known = orderWith('BUY', '1130', '100000', { id: '100000000000000001' })
    act(() => useSpreadMarket.setState({ orders: new Map([[known.id, known]]) }))
    wire.answer(answer(spreadCalls.getOrder, orderView(known.id)))
    act(() => wire.cut())
    await vi.waitFor(() =>
      expect(useSpreadMarket.getState().orders.get(known.id)).toMatchObject({
        state: 'CLOSED',
        cancelCause: 'PROTECTION',
        canceledBy: 'MMP',
      }),
    )
    expect(wire.sentTo(spreadCalls.getOrder).map(({ params }) => params)).toEqual([{ id: known.id }])
  })
})
