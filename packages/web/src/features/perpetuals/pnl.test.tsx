import { perpetualCalls, type PerpetualDailyPnlView } from '@parley/contracts'
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { btc, liquidated, summary } from '../../../test/perpetuals.ts'
import { answer, noNetwork, openPart, passTime, personOf } from '../../../test/screen/screen.tsx'
import { nothingKnown, usePerpetuals } from './perpetual-store.ts'
import { PerpetualPanel } from './PerpetualPanel.tsx'

const DAY_MS = 86_400_000
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
const row = (day: number, net: string, market = btc.name): PerpetualDailyPnlView => ({
  ...{ day, market, fills: 2, volume: '183368.6', realized_pnl: net, fees: '0', funding: '0', net_pnl: net },
})
const old = today - 200 * DAY_MS

/** The newest page has two rows, and the page of the old day one. */
const answers = [
  answer(perpetualCalls.listPerpetualDailyPnl, ({ query }) =>
    Number(query.get('to')) >= today
      ? {
          from: Number(query.get('from')),
          results: [{ ...row(today, '100'), fees: '55.01', funding: '-0.002', net_pnl: '44.988' }, row(today - DAY_MS, '-20')],
          earlier: old,
        }
      : { from: Number(query.get('from')), results: [row(old, '1000', 'XRP-USD-PERP')], earlier: null },
  ),
]

async function show(given: Parameters<typeof openPart>[2] = answers, line: 'CONNECTED' | 'NO_ACCOUNT' = 'CONNECTED') {
  const markets = new Map([[btc.name, btc]])
  usePerpetuals.setState({ ...nothingKnown, line: 'CONNECTED', markets, account: { ...nothingKnown.account, line, summary } }, true)
  return openPart(<PerpetualPanel keptAs="pnl" tabs={['pnl']} />, personOf(), given)
}

it('18.13 shows the sums of each period, the days as a table and as a chart', async () => {
  const { user, wire } = await show()
  await screen.findByRole('radio', { name: 'Today +44.99' })
  expect(screen.getByRole('radio', { name: '7 days +24.99', checked: true })).toBeDefined()
  expect(screen.getByLabelText('Sum of the period').textContent).toBe('Realised +80.00 · fees 55.01 · funding −0.0020 · net +24.99 USDC')
  expect(screen.getByRole('img', { name: /^Net result: \+24\.99 in 7 days, best \+44\.99 on .*, worst −20\.00 on / })).toBeDefined()
  // Everything is read only if it is asked for, and no month without results is.
  expect(wire.sentTo(perpetualCalls.listPerpetualDailyPnl)).toHaveLength(1)
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await screen.findByRole('radio', { name: 'All +1,024.99' })
  const table = within(screen.getByRole('grid', { name: 'your results by day' }))
  expect(table.getByText('XRP')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: /^Today/ }))
  expect(table.queryByText('XRP')).toBeNull()
})

it('18.13 reads the newest days again after a fill', async () => {
  const { wire } = await show()
  await screen.findByRole('radio', { name: 'Today +44.99' })
  wire.answer(answer(perpetualCalls.listPerpetualDailyPnl, { from: today, results: [row(today, '-17839.2')], earlier: old } as never))
  passTime()
  act(() => usePerpetuals.setState(({ account }) => ({ account: { ...account, fills: [liquidated] } })))
  await vi.advanceTimersByTimeAsync(2_000)
  await screen.findByRole('radio', { name: 'Today −17,839.20' })
})

it('18.15 adds the parts of a week that has more fills than one call reads', async () => {
  const { wire } = await show([
    answer(perpetualCalls.listPerpetualDailyPnl, ({ query }) =>
      Number(query.get('to')) > today
        ? { from: today + 1, results: [row(today, '100')], earlier: today }
        : { from: Number(query.get('from')), results: [row(today - DAY_MS, '-20')], earlier: null },
    ),
  ])
  await screen.findByRole('radio', { name: '7 days +80.00' })
  expect(wire.sentTo(perpetualCalls.listPerpetualDailyPnl)).toHaveLength(2)
})

it('18.13 can be loaded again after a failure', async () => {
  const { user, wire } = await show([answer(perpetualCalls.listPerpetualDailyPnl, noNetwork)])
  const again = await screen.findByRole('button', { name: /again/i })
  wire.answer(...answers)
  await user.click(again)
  await screen.findByRole('radio', { name: 'Today +44.99' })
})

it('18.13 without an account asks for nothing, and leads to the venue accounts', async () => {
  const { wire } = await show([], 'NO_ACCOUNT')
  expect(await screen.findByText('No results')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open Venue accounts' })).toBeDefined()
  expect(wire.sentTo(perpetualCalls.listPerpetualDailyPnl)).toHaveLength(0)
})
