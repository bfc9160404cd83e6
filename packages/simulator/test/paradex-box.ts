/** A simulated Paradex, an adapter to it, and two accounts: the starting point for tests of its order books. */
import { vi } from 'vitest'
import { price, quantity, type Price } from '@parley/core'
import {
  createParadexVenue,
  type AccountListener,
  type MarginSummary,
  type MarketListener,
  type OrderRequest,
  type ParadexVenue,
  type PerpetualBook,
  type PerpetualFill,
  type PerpetualOrder,
  type PerpetualPosition,
  type VenueAnswer,
} from '@parley/venues'
import { done, PATIENCE } from '@parley/venues/compliance'
import { createParadexSimulator, type ParadexSimulator, type ParadexSimulatorOptions } from '../src/paradex/simulator.ts'

/** Markets that are listed as well. */
export const OTHERS = ['ETH-USD-PERP', 'TON-USD-PERP', 'EOS-USD-PERP', 'XRP-USD-PERP'] as const
export const MARKET = 'BTC-USD-PERP'
export const OWN = { clientId: `0x${'a'.repeat(40)}`, clientSecret: `0x${'b'.repeat(60)}` }
export const OTHER = { clientId: `0x${'c'.repeat(40)}`, clientSecret: `0x${'d'.repeat(60)}` }
/** Noon: neither a settlement nor the end of an hour is near. */
const NOON = Date.UTC(2026, 10, 21, 12)

export type Box = {
  readonly simulator: ParadexSimulator
  readonly venue: ParadexVenue
  /** Moves both clocks. */
  advance(ms: number): void
  now(): number
  mark(): number
  /** Ends with the simulated venue. */
  onClose(close: () => Promise<unknown> | void): void
  close(): Promise<void>
}

/** `skewMs` is how far our own clock is ahead of the venue's. */
export async function openBox(
  options: Pick<ParadexSimulatorOptions, 'faults' | 'dataDir' | 'past'> & { readonly skewMs?: number; readonly balance?: number } = {},
): Promise<Box> {
  const began = Date.now()
  let moved = 0
  const now = (): number => NOON + (Date.now() - began) + moved
  const { skewMs = 0, balance = 100_000, faults = [], dataDir, past = { minutes: 0, days: 0 } } = options
  const accounts = [
    { ...OWN, name: 'Own', balance },
    { ...OTHER, name: 'Other', balance: 1_000_000 },
  ]
  const simulator = await createParadexSimulator({ seed: 3, now, tickMs: 0, accounts, faults, dataDir, past })
  // Only a venue that loses answers makes a test wait for this time. On a busy machine a right answer may take as long.
  const patience = faults.length > 0 ? { callTimeoutMs: 2_000 } : {}
  const venue = createParadexVenue({ ...simulator, ...patience, now: () => now() + skewMs })
  const closing: (() => Promise<unknown> | void)[] = [simulator.close, () => venue.close()]
  const mark = () => simulator.market.mark(simulator.market.contract(MARKET)!)
  return {
    ...{ simulator, venue, now, mark },
    advance: (ms) => void (moved += ms),
    onClose: (close) => void closing.push(close),
    close: async () => {
      for (const close of closing.reverse()) await close()
    },
  }
}

let orders = 0
export const order = (more: Partial<OrderRequest>): OrderRequest => ({
  ...{
    clientId: `o-${(orders += 1)}`,
    market: MARKET,
    side: 'BUY',
    kind: 'LIMIT',
    quantity: quantity('0.1'),
    instruction: 'GOOD_TILL_CANCELED',
    effect: 'OPEN_OR_CLOSE',
  },
  ...more,
})
export const marketOrder = (side: OrderRequest['side'], size = '0.1', more: Partial<OrderRequest> = {}): OrderRequest =>
  order({ side, kind: 'MARKET', quantity: quantity(size), instruction: 'IMMEDIATE_OR_CANCEL', ...more })
export const at = (figure: number): Price => price(figure.toFixed(1))

export function accountListener() {
  const seen = {
    orders: [] as PerpetualOrder[],
    fills: [] as PerpetualFill[],
    positions: [] as PerpetualPosition[],
    payments: [] as unknown[],
    margins: [] as MarginSummary[],
    lines: [] as string[],
  }
  const listener: AccountListener = {
    onOrder: (one) => void seen.orders.push(one),
    onFill: (one) => void seen.fills.push(one),
    onPosition: (one) => void seen.positions.push(one),
    onFundingPayment: (one) => void seen.payments.push(one),
    onMargin: (one) => void seen.margins.push(one),
    onLine: (state) => void seen.lines.push(state),
  }
  return { seen, listener }
}

export function watchMarket({ venue, onClose }: Box) {
  const seen = { books: [] as PerpetualBook[], lost: [] as string[], trades: 0, summaries: 0, funding: 0 }
  const listener: MarketListener = {
    onBook: (one) => void seen.books.push(one),
    onBookLost: (reason) => void seen.lost.push(reason),
    onTrade: () => void (seen.trades += 1),
    onSummary: () => void (seen.summaries += 1),
    onFunding: () => void (seen.funding += 1),
  }
  onClose(venue.perpetuals.watchMarket(MARKET, listener))
  return seen
}

export const until = (look: () => void): Promise<void> => vi.waitFor(look, PATIENCE)
export const endOf = async (answer: Promise<VenueAnswer<PerpetualOrder | undefined>>): Promise<PerpetualOrder> => done(await answer)!
