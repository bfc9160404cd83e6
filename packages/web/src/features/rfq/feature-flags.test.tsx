/** Feature flags show and hide parts of the trading page. `accounts.db.test.ts` of the server tests for which desks a flag is on. */
import { describe, expect, it } from 'vitest'
import { listOf } from '../../../test/frames.ts'
import { bookRfqOf } from '../../../test/model.ts'
import { personOf } from '../../../test/screen/people.ts'
import { callRequest, legIn, openTicket, ownOrder } from '../../../test/tickets.tsx'
import { draw, leaveSeats, NOW, press, receive, screen, takeSeat, textOf, until, within } from '../../../test/trading-desk.tsx'
import { TooltipProvider } from '../../components/Tooltip.tsx'
import { usePlatform } from '../../live/platform.ts'
import { PlatformState } from '../protection/PlatformState.tsx'
import { RfqBuilder } from './builder/RfqBuilder.tsx'

leaveSeats()

/** An RFQ that another desk has sent to this maker. */
const asked = callRequest({ role: 'MAKER', quantity: '50', counterparties: [] })
const elsewhere = bookRfqOf({ legs: [legIn(100_000, 'CALL')], createdAt: NOW, updatedAt: NOW })
const bid = ownOrder({ audience: 'ORDER_BOOK', id: 'g_9', number: 9, rfqId: elsewhere.id, rfqNumber: 64, side: 'BUY', price: '0.0385', quantity: '25' }) // prettier-ignore
const results = [{ desk_name: 'AMBR', asked: 1, quoted: 1, dealt: 1, traded: 1, last_dealt_at: NOW - 60_000 }]
const answers = { 'GET /v2/drfq/takers/history/': () => ({ since: 0, results }) }

/** The maker's ticket of an RFQ, while the desk bids for the same structure in the order book. */
async function openAsMaker(flags: readonly string[]): Promise<void> {
  await openTicket(asked, { seat: { flags, answers } })
  receive({ rfqs: [listOf('ORDER_BOOK', [elsewhere])], orders: [listOf('ORDER_BOOK', [bid])] })
}

const off: readonly string[] = []

describe('feature_platform_state', () => {
  // Proves A 10.14, T 6.19.
  it.each([
    ['off', off, 0],
    ['on', ['feature_platform_state'], 1],
  ] as const)('%s: the header shows the state of the platform only with it', (_, flags, count) => {
    takeSeat({ flags: [...flags] })
    usePlatform.setState({ platform: { state: 'AVAILABLE', next_state: null, next_state_time: 0 } })
    draw(
      <TooltipProvider>
        <PlatformState />
      </TooltipProvider>,
    )
    expect(screen.queryAllByRole('button', { name: /^Platform/ })).toHaveLength(count)
  })
})

describe('feature_taker_profile', () => {
  // Proves A 10.14, T 6.20.
  it.each([
    ['off', off, 0],
    ['on', ['feature_taker_profile'], 1],
  ] as const)('%s: the ticket shows the history with its taker only with it', async (_, flags, count) => {
    await openAsMaker(flags)
    await until(() => expect(screen.queryAllByRole('note', { name: 'History with AMBR' })).toHaveLength(count))
  })
})

describe('feature_spread_from_mid', () => {
  // Proves A 10.14, T 6.15.
  it.each([
    ['off', off, 0],
    ['on', ['feature_spread_from_mid'], 1],
  ] as const)('%s: a quote can be entered in ticks around the mark only with it', async (_, flags, count) => {
    await openAsMaker(flags)
    expect(screen.queryAllByRole('radio', { name: '± ticks' })).toHaveLength(count)
  })
})

describe('feature_matching_quote', () => {
  const interest = () => screen.queryByRole('list', { name: 'Your orders elsewhere' })

  it('off: the ticket does not offer the desk’s order of another market', async () => {
    await openAsMaker(off)
    expect(interest()).toBeNull()
  })

  // Proves A 10.14, A 10.16, T 3.13, T 6.17.
  it('on: the ticket offers it, and one click enters its price', async () => {
    await openAsMaker(['feature_matching_quote'])
    expect(textOf(interest()!)).toContain('You bid 25 @ 0.0385 in the order book')
    press(within(interest()!).getByRole('button', { name: 'Use it here' }))
    await until(() => expect((screen.getByLabelText('Bid (BTC)') as HTMLInputElement).value).toBe('0.0385'))
  })
})

describe('feature_premium_hedge', () => {
  // Proves A 10.14, T 6.16.
  it.each([
    ['off', off, 0],
    ['on', ['feature_premium_hedge'], 1],
  ] as const)('%s: the builder offers an automatic hedge only with it', async (_, flags, count) => {
    takeSeat({ user: personOf(), flags: [...flags] })
    draw(<RfqBuilder open onClose={() => undefined} />)
    const builder = within(screen.getByRole('dialog', { name: 'New RFQ' }))
    await until(() => expect(builder.queryAllByRole('radiogroup', { name: /^Side of / })).toHaveLength(2))
    press(builder.getByRole('button', { name: 'Call' }))
    await until(() => expect(builder.queryAllByRole('radiogroup', { name: /^Side of / })).toHaveLength(1))
    expect(builder.queryAllByText('Automatic delta hedge')).toHaveLength(count)
  })
})
