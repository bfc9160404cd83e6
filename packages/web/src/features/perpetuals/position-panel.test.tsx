import { perpetualCalls } from '@parley/contracts'
import { price, quantity } from '@parley/core'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bid, btc, liquidated, long, now, summary } from '../../../test/perpetuals.ts'
import { answer, openPart, personOf } from '../../../test/screen/screen.tsx'
import { emptyBook } from '../market-data/depth.ts'
import { BookPanel } from './BookPanel.tsx'
import { MarketHead } from './MarketHead.tsx'
import type { Account, Perpetuals } from './perpetual-store.ts'
import { nothingKnown, usePerpetuals } from './perpetual-store.ts'
import { PerpetualPanel } from './PerpetualPanel.tsx'
import { WarningStrip } from './WarningStrip.tsx'

const known = (account: Partial<Account> = {}): Perpetuals => ({
  ...nothingKnown,
  line: 'CONNECTED',
  markets: new Map([[btc.name, { ...btc, at: Date.now() + 3_600_000 }]]),
  watchedBook: { market: btc.name, book: emptyBook, lost: undefined, isKnown: true },
  account: {
    ...nothingKnown.account,
    ...{
      line: 'CONNECTED',
      summary,
      positions: new Map([[btc.name, long]]),
      margins: new Map([[btc.name, { mode: 'CROSS', leverage: 10 }]]),
    },
    ...account,
  },
})

const show = async (account: Partial<Account>, answers: Parameters<typeof openPart>[2] = []) => {
  const opened = await openPart(
    <>
      <WarningStrip />
      <PerpetualPanel keptAs="positions" tabs={['positions']} />
      <PerpetualPanel keptAs="fills" tabs={['fills']} />
      <PerpetualPanel keptAs="history" tabs={['history']} />
    </>,
    personOf(),
    answers,
  )
  act(() => usePerpetuals.setState(known(account), true))
  return opened
}

describe('21.21 a liquidation', () => {
  it('stays in red until it is dismissed, and is marked in the fills and in the order history', async () => {
    const { user } = await show({ fills: [liquidated] })
    const strip = screen.getByRole('alert', { name: 'Liquidation of BTC-USD-PERP' })
    expect(strip.textContent).toContain('BTC position liquidated: sold 16.00000 at 91,689.2.')
    const grid = (name: string) => within(screen.getByRole('grid', { name }))
    expect(grid('your perpetual fills').getByText('Liquidation')).toBeDefined()
    expect(grid('your past perpetual orders').getByText('Liquidation')).toBeDefined()
    expect(grid('your past perpetual orders').getByText('91,689.2')).toBeDefined()
    await user.click(within(strip).getByRole('button', { name: /^Dismiss the liquidation/ }))
    expect(screen.queryByRole('alert')).toBeNull()
    act(() => usePerpetuals.setState(known({ fills: [liquidated, { ...liquidated, id: '32', at: now + 1 }] }), true))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })
})

describe('21.19 a warning', () => {
  const at = (liquidation: number): Partial<Account> => ({ positions: new Map([[btc.name, { ...long, liquidation }]]) })

  it('returns at the next step after it was dismissed', async () => {
    const { user } = await show(at(84_000))
    const warning = () => screen.queryByRole('region', { name: 'Warning for BTC-USD-PERP' })
    expect(warning()?.textContent).toContain('8.2 % below the mark. Next warning at 5 %.')
    await user.click(screen.getByRole('button', { name: 'Dismiss the warning for BTC-USD-PERP' }))
    expect(warning()).toBeNull()
    act(() => usePerpetuals.setState(known(at(87_354.2)), true))
    expect(warning()?.textContent).toContain('4.5 % below the mark. Next warning at 2 %.')
  })

  it('opens the part that would help, and nothing is sent before it is confirmed', async () => {
    const { user, wire } = await show({ ...at(84_000), summary: { ...summary, equity: 46_000 } })
    await user.click(screen.getByRole('button', { name: /^Close half → / }))
    const line = within(screen.getByRole('region', { name: 'Close a part of BTC' }))
    expect(line.getByRole('status').textContent).toMatch(/Leaves long 2\.10000\.$/)
    expect(wire.sentTo(perpetualCalls.placePerpetualOrder)).toEqual([])
  })
})

describe('a position', () => {
  const placed = {
    ...{
      id: '9',
      client_id: null,
      follows_position: false,
      market: btc.name,
      side: 'SELL',
      kind: 'MARKET',
      price: null,
      trigger_price: null,
    },
  }
  const order = {
    ...{ ...placed, average_price: '91470', quantity: '2.1', remaining: '0', instruction: 'IMMEDIATE_OR_CANCEL', effect: 'REDUCE_ONLY' },
    ...{ state: 'CLOSED', reason: null, sentence: null, created_at: now, changed_at: now },
  }

  it('is closed in part with two clicks, by a market order that only reduces it', async () => {
    const { user, wire } = await show({}, [answer(perpetualCalls.placePerpetualOrder, order as never)])
    await user.click(screen.getByRole('button', { name: 'Close a part of BTC' }))
    await user.click(screen.getByRole('button', { name: 'Sell 2.10000 at market, reduce-only' }))
    expect(wire.sentTo(perpetualCalls.placePerpetualOrder)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Again: Sell 2.10000 at market, reduce-only' }))
    const [sent] = wire.sentTo(perpetualCalls.placePerpetualOrder)
    expect(sent).toMatchObject({ body: { market: btc.name, side: 'SELL', kind: 'MARKET', quantity: '2.1', effect: 'REDUCE_ONLY' } })
    expect(screen.queryByRole('region', { name: 'Close a part of BTC' })).toBeNull()
  })

  it('says in words what the second click on Close sends', async () => {
    const { user } = await show({})
    await user.click(screen.getByRole('button', { name: /^Close BTC: / }))
    expect(screen.getByText(/^Press again within four seconds: Sell 4\.20000 at market, reduce-only\. About /)).toBeDefined()
  })

  it('is closed with all others by one button that asks first', async () => {
    const { user, wire } = await show({}, [answer(perpetualCalls.placePerpetualOrder, order as never)])
    await user.click(screen.getByRole('button', { name: 'Close all 1' }))
    expect(wire.sentTo(perpetualCalls.placePerpetualOrder)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Again: close 1 position at market' }))
    expect(wire.sentTo(perpetualCalls.placePerpetualOrder)).toHaveLength(1)
  })

  it('18.12 gets a take profit and a stop loss, as orders that follow it', async () => {
    const { user, wire } = await show({}, [answer(perpetualCalls.placePerpetualOrder, order as never)])
    await user.click(screen.getByRole('button', { name: 'Add a stop loss of BTC' }))
    const line = within(screen.getByRole('region', { name: 'Take profit and stop loss of BTC' }))
    await user.type(line.getByLabelText('Stop loss: mark falls to'), '89000')
    await user.type(line.getByLabelText('Take profit: mark rises to'), '95000')
    await user.click(line.getByRole('button', { name: 'Place both' }))
    const exit = { side: 'SELL', quantity: '4.2', effect: 'REDUCE_ONLY', follows_position: true }
    expect(wire.sentTo(perpetualCalls.placePerpetualOrder)).toMatchObject([
      { body: { ...exit, kind: 'TAKE_PROFIT_MARKET', trigger_price: '95000' } },
      { body: { ...exit, kind: 'STOP_MARKET', trigger_price: '89000' } },
    ])
  })

  it('shows its exits, which a click edits', async () => {
    const stop = {
      ...bid,
      side: 'SELL',
      kind: 'STOP_MARKET',
      state: 'UNTRIGGERED',
      isReduceOnly: true,
      price: undefined,
      trigger: price('89000'),
    } as const
    await show({ orders: new Map([[stop.id, stop]]) })
    expect(screen.getByRole('button', { name: 'Edit the stop loss of BTC' }).textContent).toBe('89,000.0')
  })
})

it('the order history shows the trigger of a stop as such, and the average price of its fills', async () => {
  const stop = { ...bid, id: '8', side: 'SELL', kind: 'STOP_MARKET', price: undefined, trigger: price('89000'), average: 88_996.4 } as const
  await show({ orders: new Map([['8', { ...stop, remaining: quantity('0'), state: 'CLOSED' }]]) })
  const [, row] = within(screen.getByRole('grid', { name: 'your past perpetual orders' })).getAllByRole('row')
  expect(row?.textContent).toMatch(/Stop market.*falls to 89,000\.0.*88,996\.4.*Filled/)
})

it('a market that has ended has no funding ahead, and its book names both empty sides', async () => {
  const ended = { ...btc, hasEnded: true }
  const candles = answer(perpetualCalls.listPerpetualCandles, { results: [] })
  await openPart(
    <>
      <MarketHead market={ended} />
      <BookPanel market={ended} onPick={() => undefined} />
    </>,
    personOf(),
    [candles],
  )
  expect(screen.getByText('Funding 8 h').parentElement!.textContent).toContain('· ended')
  expect(screen.getByText('No bids or offers')).toBeDefined()
})

it('18.1 the head of a market gives the funding rate of its period as continuous, without a countdown to a payment', async () => {
  await openPart(<MarketHead market={btc} />, personOf(), [answer(perpetualCalls.listPerpetualCandles, { results: [] })])
  const funding = screen.getByText('Funding 8 h').parentElement!
  expect(funding.textContent).toBe('Funding 8 h+0.0087 % · 9.5 % p.a. · continuous')
  expect(funding.title).toContain('funding accrues continuously and is paid when the position changes')
})
