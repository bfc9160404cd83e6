import { spreadCalls } from '@parley/contracts'
import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { answer, noNetwork, openPart, passTime, personOf, Refused } from '../../../test/screen/screen.tsx'
import { noPage } from '../../../test/screen/people.ts'
import { BehindBar } from '../market-data/BehindBar.tsx'
import { connectSpreads, readAgain } from './connect-spreads.ts'
import { useSpreadMarket } from './spread-store.ts'

/** The states of the Delta-1 Spreads screen. */
function Screen() {
  useEffect(connectSpreads, [])
  const loading = useSpreadMarket((market) => market.loading)
  if (loading.state !== 'LOADED') return <p>{loading.state}</p>
  return (
    <>
      <BehindBar what="The lists of spreads" behind={loading.behind} onRetry={readAgain} />
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
    act(() => readAgain())
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
