/** Opens the ticket of one RFQ in a test, as a click on its row does. */
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
/** A perpetual leg with a price that the taker has fixed. */
export const hedgeLeg = (change: Partial<Leg> = {}): Leg =>
  legOf({ instrumentId: 1, instrumentName: 'BTC-PERPETUAL', productCode: 'CF', side: 'SELL', ratio: '40000', price: '91500', ...change })

/** An RFQ for 100 of the 100,000 call, whose mark price is 0.0400. */
export const callRequest = (change: Partial<Rfq> = {}): ReturnType<typeof rfqOf> =>
  rfqOf({
    ...{ role: 'TAKER', quantity: '100', legs: [legIn(100_000, 'CALL')], account: 'prop-1', counterparties: ['LIND', 'KEST'] },
    ...{ createdAt: NOW, updatedAt: NOW, expiresAt: NOW + LIFE_MS, takerDeskName: 'AMBR' },
    ...change,
  })

export const shownBy = (deskName: string, side: 'BUY' | 'SELL', price: string, quantity: string): Level =>
  levelOf({ ...{ id: `${deskName} ${side}`, deskName, side, price, quantity }, createdAt: NOW, updatedAt: NOW })

/** A resting quote or limit order of the desk. */
export const ownOrder = (change: Partial<Order>): Order => orderOf({ createdAt: NOW, updatedAt: NOW, expiresAt: NOW + LIFE_MS, ...change })

type Seen = { readonly levels?: readonly Level[]; readonly orders?: readonly Order[]; readonly seat?: Parameters<typeof takeSeat>[0] }

/** Draws the ticket, and waits until its instruments and the market's rules have loaded. */
export async function openTicket(rfq: Rfq, { levels = [], orders = [], seat = {} }: Seen = {}) {
  const desk = takeSeat(seat)
  const { audience } = rfq
  receive({ rfqs: [listOf(audience, [rfq])], levels: [listOf(audience, [...levels])], orders: [listOf(audience, [...orders])] })
  const ticket = draw(<Ticket rfq={choiceOf(rfq)} deal={() => null} onClose={() => undefined} />)
  await until(() => {
    expect(within(ticket).queryByRole('region', { name: /^(Trade|Quote)$/ })).not.toBeNull()
    expect(ticket.textContent).not.toContain('Loading the')
  })
  return { ...desk, ticket, rfq }
}

/** Adds a price level, or changes its price. */
export const move = (level: Level): void => receive({ levels: [changeOf('UPDATED', level)] })

export const button = (name: RegExp | string): HTMLElement => screen.getByRole('button', { name })
export const isShown = (words: RegExp | string): boolean => screen.queryAllByText(words).length > 0
/** The text on a button, which is longer than its accessible name. */
export const wordsOn = (name: RegExp | string): string => textOf(button(name))
