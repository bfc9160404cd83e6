import { perpetualCalls } from '@parley/contracts'
import { price } from '@parley/core'
import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { bid, book, btc, long, now, summary } from '../../../test/perpetuals.ts'
import { answer, noNetwork, openPart, passTime, personOf, Refused } from '../../../test/screen/screen.tsx'
import { movedOrder } from './chart-lines.ts'
import { startEditing } from './perpetual-screen.ts'
import { nothingKnown, usePerpetuals } from './perpetual-store.ts'
import { PerpetualTicket } from './PerpetualTicket.tsx'
import { usePerpetualEntry } from './use-perpetual-entry.ts'

/** Its prices never get old during a test. */
const market = { ...btc, at: Date.now() + 3_600_000 }
const Ticket = () => <PerpetualTicket market={market} entry={usePerpetualEntry(market)} />

const placed = {
  ...{
    id: '9',
    client_id: null,
    follows_position: false,
    market: btc.name,
    side: 'BUY',
    kind: 'LIMIT',
    price: '91460',
    trigger_price: null,
  },
  ...{ average_price: null, quantity: '1', remaining: '1', instruction: 'GOOD_TILL_CANCELED', effect: 'OPEN_OR_CLOSE', state: 'OPEN' },
  ...{ reason: null, sentence: null, created_at: now, changed_at: now },
}
const resting = { ...bid, instruction: 'GOOD_TILL_CANCELED' } as const
const margin = (leverage: string, isChosen: boolean) => ({ market: btc.name, mode: 'CROSS', leverage, is_chosen: isChosen })

async function show(answers: Parameters<typeof openPart>[2] = []) {
  const opened = await openPart(<Ticket />, personOf(), [
    answer(perpetualCalls.getPerpetualMargin, margin('50', false) as never),
    answer(perpetualCalls.setPerpetualMargin, margin('5', true) as never),
    answer(perpetualCalls.placePerpetualOrder, placed as never),
    ...answers,
  ])
  act(() =>
    usePerpetuals.setState(
      {
        ...{ ...nothingKnown, line: 'CONNECTED', markets: new Map([[btc.name, market]]) },
        watchedBook: { market: btc.name, book, lost: undefined, isKnown: true },
        account: { ...nothingKnown.account, line: 'CONNECTED', summary },
      },
      true,
    ),
  )
  await screen.findByText(/^Paradex opens this market at 50×\. Your first order sets 5×/)
  return opened
}

const enter = async ({ user }: Awaited<ReturnType<typeof show>>, price: string, size: string) => {
  await user.type(screen.getByLabelText('Price (USD)'), price)
  await user.type(screen.getByLabelText('Size'), size)
}

/** With a key: without a layout, every button is under the resting pointer. */
async function press({ user }: Awaited<ReturnType<typeof show>>, name: RegExp) {
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
}

describe('the ticket', () => {
  it('21.29 leaves the amendment of an order that is no longer open, and gives the reason', async () => {
    const opened = await show()
    const setOrder = (order: typeof resting | (Omit<typeof resting, 'state'> & { state: 'CLOSED' })) =>
      act(() => usePerpetuals.setState(({ account }) => ({ account: { ...account, orders: new Map([[order.id, order]]) } })))
    setOrder(resting)
    act(() => startEditing(resting))
    screen.getByRole('button', { name: /^Amend to/ })
    setOrder({ ...resting, state: 'CLOSED' })
    expect(screen.queryByRole('button', { name: /^Amend to/ })).toBeNull()
    screen.getByText('The order is no longer open: it was filled or cancelled.')
    await opened.user.type(screen.getByLabelText('Price (USD)'), '9')
    expect(screen.queryByText(/no longer open/)).toBeNull()
  })

  it('21.28 shows the figures before and after both orders that can be sent', async () => {
    const opened = await show()
    await enter(opened, '91460', '1')
    const table = screen.getByRole('table', { name: 'Before and after the fill' })
    expect(table.textContent).toContain('NowIf boughtIf sold')
    expect(table.textContent).toContain('Position, BTCnone+1.00000−1.00000')
  })

  it('21.25 sets a leverage of 5 before the first order, and counts with it', async () => {
    const opened = await show()
    await enter(opened, '91460', '1')
    const buy = screen.getByRole('button', { name: /^Buy 1\.00000 @ 91,460\.0/ })
    expect(buy.textContent).toContain('margin 18,294.08 USDC')
    await press(opened, /^Buy 1\.00000/)
    await press(opened, /^Again: Buy 1\.00000/)
    expect(opened.wire.sentTo(perpetualCalls.setPerpetualMargin)).toMatchObject([{ body: { mode: 'CROSS', leverage: 5 } }])
    const [sent] = opened.wire.sentTo(perpetualCalls.placePerpetualOrder)
    expect(sent).toMatchObject({ body: { side: 'BUY', quantity: '1', price: '91460', not_after: expect.any(Number) } })
  })

  it('5.25 asks again for an order whose response was lost, with the same latest time', async () => {
    const opened = await show([answer(perpetualCalls.placePerpetualOrder, noNetwork)])
    await enter(opened, '91460', '1')
    await press(opened, /^Buy 1\.00000/)
    passTime()
    await press(opened, /^Again: Buy 1\.00000/)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(screen.getByText(/: sent/).textContent).toMatch(/no response for \d\.\d s · cannot trade after \d\d:\d\d:\d\d/)
    opened.wire.answer(answer(perpetualCalls.placePerpetualOrder, placed as never))
    await vi.advanceTimersByTimeAsync(3_000)
    const sent = opened.wire.sentTo(perpetualCalls.placePerpetualOrder)
    expect(sent).toHaveLength(2)
    expect(sent[1]!.body).toEqual(sent[0]!.body)
    expect(screen.queryByText(/no response/)).toBeNull()
  })

  it('21.25 sends nothing if the leverage cannot be set', async () => {
    const opened = await show([answer(perpetualCalls.setPerpetualMargin, new Refused('PerpetualRefused'))])
    await enter(opened, '91460', '1')
    await press(opened, /^Buy 1\.00000/)
    await press(opened, /^Again: Buy/)
    await screen.findByText('Margin not changed')
    expect(opened.wire.sentTo(perpetualCalls.placePerpetualOrder)).toEqual([])
  })

  it('21.26 sends the exits before the order, and none of the rest if one is refused', async () => {
    const opened = await show()
    await enter(opened, '91460', '1')
    await opened.user.click(screen.getByRole('checkbox', { name: 'Take profit and stop loss' }))
    await opened.user.type(screen.getByLabelText(/^Stop loss/), '90200')
    screen.getByText(/^−1,260\.00/)
    await press(opened, /^Buy 1\.00000 .*stop 90,200\.0/)
    await press(opened, /^Again: Buy/)
    expect(opened.wire.sentTo(perpetualCalls.placePerpetualOrder)).toMatchObject([
      { body: { kind: 'STOP_MARKET', side: 'SELL', follows_position: true, trigger_price: '90200' } },
      { body: { kind: 'LIMIT', side: 'BUY' } },
    ])
    opened.wire.answer(answer(perpetualCalls.placePerpetualOrder, new Refused('PerpetualRefused')))
    await enter(opened, '91460', '1')
    await opened.user.click(screen.getByRole('checkbox', { name: 'Take profit and stop loss' }))
    await opened.user.type(screen.getByLabelText(/^Stop loss/), '90200')
    await press(opened, /^Buy 1\.00000/)
    await press(opened, /^Again: Buy/)
    await screen.findByText('Order rejected')
    expect(opened.wire.sentTo(perpetualCalls.placePerpetualOrder)).toHaveLength(3)
  })

  it('18.14 a line that was moved in the chart fills the ticket, and passes its guard and its second click', async () => {
    const opened = await show([answer(perpetualCalls.amendPerpetualOrder, { ...placed, price: '94000' } as never)])
    act(() => startEditing(movedOrder(resting, price('94000'))))
    // 2.8 % above the mark, so that the price has to be typed again.
    const amend = await screen.findByRole('button', { name: /^Amend to 1\.50000 @ 94,000\.0/ })
    expect(amend.getAttribute('aria-disabled')).toBe('true')
    expect(amend.textContent).toContain('Type the price again')
    act(() => startEditing(movedOrder(resting, price('91000'))))
    await press(opened, /^Amend to 1\.50000 @ 91,000\.0/)
    expect(opened.wire.sentTo(perpetualCalls.amendPerpetualOrder)).toEqual([])
    await press(opened, /^Again: Amend to/)
    expect(opened.wire.sentTo(perpetualCalls.amendPerpetualOrder)).toMatchObject([{ body: { price: '91000', quantity: '1.5' } }])
  })

  it('sets the share of the margin by keys, one per cent or ten', async () => {
    const { user } = await show()
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Share of free margin' })
    slider.focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    expect(slider.value).toBe('11')
  })

  it('21.24 an amendment that cannot be sent has the largest size of its side, and its reason in full', async () => {
    await show()
    act(() => usePerpetuals.setState(({ account }) => ({ account: { ...account, positions: new Map([[btc.name, long]]) } })))
    const stop = { ...resting, side: 'SELL', kind: 'STOP_MARKET', price: undefined, isReduceOnly: true, state: 'UNTRIGGERED' } as const
    act(() => startEditing(movedOrder({ ...stop, trigger: price('89000') }, price('92500'))))
    expect(await screen.findByText(/would sell immediately.*below the mark/, { selector: 'p' })).toBeDefined()
    expect(screen.getByText('Max 4.20000 (position)')).toBeDefined()
    expect(screen.queryByText('Enter a size')).toBeNull()
  })

  it('21.22 offers the type that waits, one click away', async () => {
    const opened = await show()
    await opened.user.click(screen.getByRole('radio', { name: 'Stop' }))
    await opened.user.type(screen.getByLabelText('Trigger (mark)'), '92500')
    await opened.user.type(screen.getByLabelText('Size'), '0.1')
    await opened.user.click(screen.getByRole('button', { name: 'Take profit: sell when the mark rises to it' }))
    expect(screen.getByRole('radio', { name: 'Take profit' }).getAttribute('aria-checked')).toBe('true')
    await screen.findByRole('button', { name: /^Sell 0\.10000 at market when the mark rises to 92,500\.0/ })
  })
})
