/** The risk in the ticket: before a trade for the focused order, after it for the desk's position. */
import { fireEvent } from '@testing-library/react'
import type { Leg } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { changeOf } from '../../../test/frames.ts'
import { bookRfqOf, tradeOf } from '../../../test/model.ts'
import { button, callRequest, legIn, openTicket, shownBy } from '../../../test/tickets.tsx'
import { fill, leaveSeats, NOW, receive, screen, textOf, until } from '../../../test/trading-desk.tsx'

leaveSeats()

const limit = (side: 'Buy' | 'Sell') => screen.getByLabelText(`${side} limit`)
const lookAt = (side: 'Buy' | 'Sell') => void fireEvent.pointerEnter(button(new RegExp(`^${side} `)))
const leaveAlone = (side: 'Buy' | 'Sell') => void fireEvent.pointerLeave(button(new RegExp(`^${side} `)))
/** The title of the figures, not that of the chart. */
const titleOfRisk = (): string => textOf(screen.getAllByRole('heading', { level: 3 }).find((one) => /^(If|You)/.test(textOf(one)))!)
/** The figures below the chart, which is loaded with the first ticket. */
async function figure(name: string): Promise<string> {
  const placeOf = () => screen.queryAllByRole('term').findIndex((term) => textOf(term) === name)
  await until(() => expect(placeOf()).toBeGreaterThanOrEqual(0))
  const place = placeOf()
  return textOf(screen.getAllByRole('definition')[place]!)
}
const request = (legs: readonly Leg[], quantity = '25') => callRequest({ legs, quantity })

// All figures are after the venue’s fee: 0.03 % of the underlying for each option.
describe('6.14 14.1 the largest loss and gain before a trade', () => {
  it('follow the focused side: a short call has unlimited loss, and a long one loses its premium', async () => {
    await openTicket(request([legIn(100_000, 'CALL')]))
    fill(limit('Buy'), '0.04')
    expect(titleOfRisk()).toBe('If bought 25 at 0.0400')
    expect(await figure('Max loss')).toMatch(/^1\.0075 BTC \(\$[\d.]+k now\)$/)
    expect(await figure('Max gain')).toBe('Unlimited above 100k')
    fill(limit('Sell'), '0.04')

    lookAt('Sell')
    expect(titleOfRisk()).toBe('If sold 25 at 0.0400')
    expect(await figure('Max loss')).toBe('Unlimited above 100k')
    expect(await figure('Max gain')).toMatch(/^\+0\.9925 BTC \(\$[\d.]+k now\)$/)

    fill(screen.getByLabelText('Quantity'), '50')
    expect(await figure('Max gain')).toMatch(/^\+1\.985 BTC /)
    leaveAlone('Sell')
    lookAt('Buy')
    expect(titleOfRisk()).toBe('If bought 50 at 0.0400')
  })

  it('of a short straddle are unlimited above and large at zero, and the chart labels spot and strike', async () => {
    await openTicket(request([legIn(90_000, 'CALL'), legIn(90_000, 'PUT')]))
    fill(limit('Sell'), '0.1')
    lookAt('Sell')
    expect(await figure('Max loss')).toMatch(/^Unlimited above 90k · −\$[\d.]+m at 0$/)
    expect(await figure('Max gain')).toMatch(/^\+2\.485 BTC \(\$[\d.]+k now\)$/)
    const picture = screen.getByRole('img', { name: /^Pay-off/ })
    expect(picture.getAttribute('aria-label')).toMatch(/^Pay-off from [\d,]+ to [\d,]+, spot 91,482$/)
    expect(picture.textContent).toContain('90k')
  })

  it('of a risk reversal extend to zero, not to the edge of the chart', async () => {
    await openTicket(request([legIn(80_000, 'PUT', { side: 'SELL' }), legIn(110_000, 'CALL')]))
    fill(limit('Buy'), '0.0001')
    lookAt('Buy')
    // 25 × 80,000 dollars plus the premium of 0.0025 coins at the strike.
    expect(await figure('Max loss')).toBe('−$2.00m at 0')
    expect(await figure('Max gain')).toBe('Unlimited above 110k')
  })

  it('of a long put are its premium, in coin first, and the strike', async () => {
    await openTicket(request([legIn(80_000, 'PUT')]))
    fill(limit('Buy'), '0.05')
    lookAt('Buy')
    expect(await figure('Max loss')).toMatch(/^1\.2575 BTC \(\$[\d.]+k now\)$/)
    // 25 × 80,000 dollars minus a premium with its fee that is worth 114,353 dollars now.
    expect(await figure('Max gain')).toBe('+$1.88m at 0')
  })
})

const deal = { rfqId: 'r_1', legs: [], executedAt: NOW, state: 'FILLED' } as const

describe('6.14 the risk after a trade', () => {
  it('is that of the sold position, at the price of the trade', async () => {
    await openTicket(request([legIn(100_000, 'CALL')], '50'), { levels: [shownBy('LIND', 'BUY', '0.0395', '50')] })
    receive({ trades: [changeOf('ADDED', tradeOf({ ...deal, side: 'SELL', quantity: '25', price: '0.0395' }))] })
    expect(titleOfRisk()).toMatch(/^You are short 25 @ 0\.0395( settling)?$/)
    expect(await figure('Max loss')).toBe('Unlimited above 100k')
    expect(await figure('Max gain')).toMatch(/^\+0\.98 BTC /)
  })

  it('is that of the maker’s sold position, and of what its ask would add', async () => {
    await openTicket(callRequest({ role: 'MAKER', quantity: '50', counterparties: [] }))
    expect(titleOfRisk()).toMatch(/^If your bid is hit 50 at 0\.\d{4}$/)
    receive({ trades: [changeOf('ADDED', tradeOf({ ...deal, role: 'MAKER', side: 'SELL', quantity: '25', price: '0.0405' }))] })
    expect(titleOfRisk()).toBe('You are short 25 @ 0.0405')
    expect(await figure('Max loss')).toMatch(/^Unlimited above /)
    const size = screen.getByLabelText('Ask quantity')
    fireEvent.focus(size)
    fill(size, '25')
    expect(titleOfRisk()).toMatch(/^If lifted 25 at 0\.\d{4} → short 50 @ 0\.\d{4,6}$/)
  })
})

describe('the risk while everything settles', () => {
  it('is that of the position, because nothing is left that could add to it', async () => {
    await openTicket(callRequest({ quantity: '50', pending: '50' }), { levels: [shownBy('LIND', 'SELL', '0.0404', '50')] })
    receive({ trades: [changeOf('ADDED', tradeOf({ ...deal, role: 'TAKER', side: 'BUY', quantity: '50', price: '0.04', state: 'PENDING_SETTLEMENT' }))] }) // prettier-ignore
    lookAt('Buy')
    expect(titleOfRisk()).toBe('You are long 50 @ 0.0400 settling')
  })
})

describe('6.14 the risk in a market of the order book', () => {
  it('is that of the maker’s sold position, net at the average price', async () => {
    const legs = [legIn(100_000, 'CALL'), legIn(110_000, 'CALL', { side: 'SELL' })]
    await openTicket(bookRfqOf({ legs, createdAt: NOW, updatedAt: NOW }))
    expect(titleOfRisk()).toMatch(/^If (your bid is hit|bought) [\d.]+ at the mark$/)
    const inBook = { audience: 'ORDER_BOOK', rfqId: 'g_64', rfqNumber: 64, role: 'MAKER' } as const
    const sold = ['0.0180', '0.0190'].map((price, place) =>
      tradeOf({ ...deal, ...inBook, id: `t_${place}`, tapeId: `t_${place}`, number: place, side: 'SELL', quantity: '25', price }),
    )
    receive({ trades: sold.map((trade) => changeOf('ADDED', trade)) })
    expect(titleOfRisk()).toBe('You are short 50 @ 0.0185')
    // A sold call spread: the maximum gain is the premium, and the maximum loss is the width of the strikes above the higher one.
    expect(await figure('Max loss')).toMatch(/^−\$[\d.]+[km] above 110k/)
    expect(await figure('Max gain')).toMatch(/^\+0\.895 BTC \(\$[\d.]+k now\)$/)
  })
})
