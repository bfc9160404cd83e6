/** The ticket of one request at a desk of the tests, opened as its row opens it. */
import type { Leg, Level, Order, Rfq } from '@parley/client'
import { Ticket } from '../src/features/rfq/Ticket.tsx'
import { choiceOf } from '../src/live/screen-state.ts'
import { expect } from 'vitest'
import { idOf, instruments, NEAR } from './chain-example.ts'
import { changeOf, listOf } from './frames.ts'
import { legOf, levelOf, orderOf, rfqOf } from './model.ts'
import { draw, NOW, receive, screen, takeSeat, textOf, until, within } from './trading-desk.tsx'

export const LIFE_MS = 300_000
export const legIn = (strike: number, kind: 'CALL' | 'PUT', change: Partial<Leg> = {}): Leg => {
  const instrumentId = idOf(NEAR, strike, kind)
  return legOf({ instrumentId, instrumentName: instruments.get(instrumentId)!.name, ...change })
}
/** A perpetual with a price that the taker has fixed. */
export const hedgeLeg = (change: Partial<Leg> = {}): Leg =>
  legOf({ instrumentId: 1, instrumentName: 'BTC-PERPETUAL', productCode: 'CF', side: 'SELL', ratio: '40000', price: '91500', ...change })

/** A hundred of the call at 100,000, which is marked at 0.0400. */
export const callRequest = (change: Partial<Rfq> = {}): ReturnType<typeof rfqOf> =>
  rfqOf({
    ...{ role: 'TAKER', quantity: '100', legs: [legIn(100_000, 'CALL')], account: 'prop-1', counterparties: ['LIND', 'KEST'] },
    ...{ createdAt: NOW, updatedAt: NOW, expiresAt: NOW + LIFE_MS, takerDeskName: 'AMBR' },
    ...change,
  })

export const shownBy = (deskName: string, side: 'BUY' | 'SELL', price: string, quantity: string): Level =>
  levelOf({ ...{ id: `${deskName} ${side}`, deskName, side, price, quantity }, createdAt: NOW, updatedAt: NOW })

/** A quote or a limit of the desk's own that rests. */
export const ownOrder = (change: Partial<Order>): Order => orderOf({ createdAt: NOW, updatedAt: NOW, expiresAt: NOW + LIFE_MS, ...change })

type Seen = { readonly levels?: readonly Level[]; readonly orders?: readonly Order[]; readonly seat?: Parameters<typeof takeSeat>[0] }

/** The ticket, once its instruments and the rules of the market are there. */
export async function openTicket(rfq: Rfq, { levels = [], orders = [], seat = {} }: Seen = {}) {
  const desk = takeSeat(seat)
  const { audience } = rfq
  receive({ rfqs: [listOf(audience, [rfq])], levels: [listOf(audience, [...levels])], orders: [listOf(audience, [...orders])] })
  const ticket = draw(<Ticket rfq={choiceOf(rfq)} deal={() => null} onClose={() => undefined} />)
  await until(() => {
    expect(within(ticket).queryByRole('region', { name: /^(Trade|Quote)$/ })).not.toBeNull()
    expect(ticket.textContent).not.toContain('on their way')
  })
  return { ...desk, ticket, rfq }
}

/** A level comes, or takes another price. */
export const move = (level: Level): void => receive({ levels: [changeOf('UPDATED', level)] })

export const button = (name: RegExp | string): HTMLElement => screen.getByRole('button', { name })
export const isShown = (words: RegExp | string): boolean => screen.queryAllByText(words).length > 0
/** The words that a button shows, which are more than its name to a screen reader. */
export const wordsOn = (name: RegExp | string): string => textOf(button(name))
