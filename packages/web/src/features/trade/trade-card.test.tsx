/** The post-trade card: what it offers depends on whether something was traded. */
import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { tapeTradeOf, tradeOf } from '../../../test/model.ts'
import { callRequest, legIn } from '../../../test/tickets.tsx'
import { draw, leaveSeats, NOW, screen, takeSeat, textOf, until, within } from '../../../test/trading-desk.tsx'
import { rfqView } from '../../../test/wire.ts'
import { useScreen } from '../../live/screen-state.ts'
import { TradeCard } from './TradeCard.tsx'

leaveSeats()

const [leg] = [legIn(100_000, 'CALL')]
const legs = [{ ...leg, price: '0.0401', iv: undefined }]
const sale = (state: 'FILLED' | 'REJECTED') =>
  tradeOf({
    ...{
      id: 't_1',
      audience: 'ORDER_BOOK',
      side: 'SELL',
      state,
      price: '0.0401',
      quantity: '25',
      markPrice: '0.0405',
      indexPrice: '91500',
    },
    ...{
      executedAt: NOW,
      legs: legs.map((one) => ({ ...one, side: 'SELL' })),
      rejection: state === 'REJECTED' ? 'not_enough_funds' : undefined,
    },
  } as never)

const open = (state: 'FILLED' | 'REJECTED') => {
  takeSeat()
  draw(<TradeCard of={{ kind: 'TRADE', trade: sale(state) }} onClose={() => undefined} />)
}
const card = () => textOf(screen.getByRole('dialog'))

describe('7.3 a trade that the venue rejected', () => {
  it('7.3 is shown as not traded, with no risk, profit, mark or hedge', async () => {
    open('REJECTED')
    expect(card()).toContain('Not traded: sell 25 @ 0.0401, rejected by Deribit')
    expect(card()).not.toMatch(/Sold|risk|Max loss|Above mark|Below mark|P&L|Hedge|Reverse|Roll/)
    fireEvent.keyDown(document.body, { key: 'h' })
    expect(useScreen.getState().builderStart).toBeUndefined()
  })

  it('7.3 differs from one that settled, which has all of them', async () => {
    open('FILLED')
    await until(() => expect(card()).toContain('Hedge'))
    expect(card()).toContain('Sold 25 @ 0.0401')
    expect(card()).toMatch(/My risk from this trade.*Below mark|Below mark.*My risk from this trade/)
  })
})

describe('3.24 a trade as text', () => {
  it('3.24 is copied with one key, in the format of the desk, and not for a trade that the venue rejected', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
    open('REJECTED')
    expect(screen.queryByRole('button', { name: /^Copy as text/ })).toBeNull()
    open('FILLED')
    const button = await screen.findByRole('button', { name: /^Copy as text/ })
    await until(() => expect(button.getAttribute('title')).toBe('Key: T'))
    fireEvent.keyDown(document.body, { key: 't' })
    await until(() => expect(copied).toHaveLength(1))
    expect(copied[0]).toBe('Sold 25 BTC 27MAR26 100k call @ 0.0401, ref 91,500')
  })
})

describe('8.7 a trade of others', () => {
  it('8.7 shows the taker’s side, the figures of the trade, and one sentence why there are no others', () => {
    takeSeat()
    const known = legs.map((one) => ({ ...one, iv: '50.1' })) as never
    const trade = tapeTradeOf({
      side: 'BUY',
      price: '0.0401',
      markPrice: '0.0405',
      indexPrice: '91500',
      executedAt: NOW,
      filledAt: NOW,
      legs: known,
    })
    draw(<TradeCard of={{ kind: 'TAPE', trade }} onClose={() => undefined} />)
    expect(card()).toMatch(/Taker bought 25 @ 0\.0401.*Settled/)
    const quotes = within(screen.getByRole('region', { name: 'Trade and mark' }))
    for (const figure of ['Traded volatility', 'Index at trade', 'Value']) expect(quotes.getByRole('group', { name: figure })).toBeDefined()
    expect(textOf(screen.getByRole('region', { name: 'Trade and mark' }))).not.toContain('—')
    expect(card()).toContain('so there is no cover or saving to show')
  })
})
