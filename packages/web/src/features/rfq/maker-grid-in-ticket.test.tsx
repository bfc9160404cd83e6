/** The grid of makers in the taker's ticket: a click on a price copies it to the entry, and the desk's own limit is replaced from its row. */
import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { changeOf } from '../../../test/frames.ts'
import { button, callRequest, isShown, openTicket, ownOrder, shownBy, wordsOn } from '../../../test/tickets.tsx'
import { fill, isOff, leaveSeats, NOW, press, receive, screen, textOf, until, within } from '../../../test/trading-desk.tsx'
import { orderView } from '../../../test/wire.ts'

leaveSeats()

const asked = callRequest({ quantity: '50' })
const levels = [shownBy('LIND', 'SELL', '0.0405', '50'), shownBy('KEST', 'BUY', '0.0395', '50'), shownBy('KEST', 'SELL', '0.041', '50')]
const sentence = () => textOf(screen.getByRole('note', { name: 'Order to be sent' }))
const limit = (side: 'Buy' | 'Sell') => screen.getByLabelText(`${side} limit`) as HTMLInputElement
const grid = () => screen.queryByRole('table', { name: 'Quotes by maker' })

describe('the whole list of quotes', () => {
  it('5.9 is shown to the taker by price with the rank of each and the rule, and to a maker without a rank, with the reason', async () => {
    await openTicket(asked, { levels })
    press(button('Show the quotes by price'))
    const shown = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map((line) => [
          within(line).getByTitle(/^Rank /).textContent,
          within(line)
            .getByRole('button', { name: /^(Ask|Bid) / })
            .getAttribute('aria-label'),
        ])
    expect(shown('Asks')).toEqual([
      ['Rank 1', 'Ask 0.0405 for 50 by LIND'],
      ['Rank 2', 'Ask 0.041 for 50 by KEST'],
    ])
    expect(shown('Bids')).toEqual([['Rank 1', 'Bid 0.0395 for 50 by KEST']])
    expect(isShown('Best price first, then time priority.')).toBe(true)
    cleanup()
    await openTicket({ ...asked, role: 'MAKER' }, { orders: [ownOrder({ id: 'o_1', side: 'SELL', price: '0.0405', quantity: '50' })] }) // prettier-ignore
    expect(isShown('Other makers’ quotes and your rank are hidden from you')).toBe(true)
    expect(screen.getByRole('button', { name: 'Ask 0.0405 for 50 by you' })).toBeDefined()
    expect(screen.queryByTitle(/^Rank /)).toBeNull()
  })
})

describe('the grid of makers', () => {
  // Proves T 1.17.
  it('copies a price to the entry of the side that trades with it, and switches to the ladder and back', async () => {
    await openTicket(asked, { levels })
    press(within(grid()!).getByRole('button', { name: /^Bid .* by KEST$/ }))
    expect([limit('Sell').value, limit('Buy').value]).toEqual(['0.0395', ''])
    expect(sentence()).toContain('Sell 50, limit 0.0395')
    press(button('Show the quotes by price'))
    expect(within(screen.getByRole('list', { name: 'Asks' })).getAllByRole('listitem')).toHaveLength(2)
    press(button('Show the quotes by maker'))
    expect(grid()).not.toBeNull()
  })

  it('5.14 5.15 replaces the desk’s own limit from its row: a smaller one at its price keeps its place, another price is shown, and the same is not sent', async () => {
    const own = ownOrder({ id: 'o_own', kind: 'CROSS', side: 'BUY', price: '0.0391', quantity: '50', timeInForce: 'GTC' })
    const answers = {
      'PATCH /v2/drfq/orders/o_own/': () => orderView({ id: 'o_own', price: '0.0389', quantity: '50', time_in_force: 'GOOD_TILL_CANCELED' }), // prettier-ignore
      'PUT /v2/drfq/orders/o_own/': () => orderView({ id: 'o_own', price: '0.0389', quantity: '50', time_in_force: 'GOOD_TILL_CANCELED' }), // prettier-ignore
      'DELETE /v2/drfq/orders/o_own/': () => ({}),
    }
    const { sent } = await openTicket(asked, { levels, orders: [own], seat: { answers } })
    press(button('Replace your buy limit 0.0391'))
    const buy = () => within(screen.getByRole('region', { name: 'Trade' })).getByRole('button', { name: /^(Buy|Replace)/ })
    await until(() => expect(textOf(buy())).toContain('This order is already working.'))
    expect(isOff(buy())).toBe(true)
    fill(screen.getByLabelText('Quantity'), '25')
    expect(wordsOn(/^Replace 50/)).toMatch(/^Replace 50 → 25 @ 0\.0391/)
    expect(textOf(document.body)).toContain('Replaces your 50 @ 0.0391 and keeps its time priority.')
    fill(limit('Buy'), '0.0389')
    fill(screen.getByLabelText('Quantity'), '50')
    expect(wordsOn(/^Replace 0/)).toMatch(/^Replace 0\.0391 → 0\.0389/)
    press(button(/^Replace 0/))
    press(button(/^Again: Buy 50 @ 0\.0389/))
    const changes = () => sent.filter(({ path, method }) => path === '/v2/drfq/orders/o_own/' && method !== 'GET')
    await until(() => expect(changes().map(({ body }) => body)).toEqual([expect.objectContaining({ price: '0.0389' })]))
    receive({ orders: [changeOf('UPDATED', { ...own, price: '0.0389', updatedAt: NOW + 1 })] })
    const row = screen.getByRole('row', { name: /^You 50 0\.0389/ })
    press(within(row).getByRole('button', { name: 'Cancel your buy limit 0.0389' }))
    await until(() => expect(changes().at(-1)!.method).toBe('DELETE'))
  })

  it('shows with a sign on the button that one press trades', async () => {
    await openTicket(asked, { levels })
    press(screen.getByRole('switch', { name: '1-click' }))
    expect(button(/^1-click: Buy 50/)).toBeDefined()
  })
})
