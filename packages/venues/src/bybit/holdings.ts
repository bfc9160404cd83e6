/** The positions of an account, from all of the venue's lists, and its balances. */
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import type { AccountHoldings } from '../port/venue-port.ts'
import { failureFromWire, unknown } from './answers.ts'
import { balancesFromWire, positionsFromWire } from './holdings-wire.ts'
import { POSITIONS_PER_PAGE } from './limits.ts'
import { readPages } from './pages.ts'
import type { Query, Rest } from './rest.ts'

/** Options are listed together; futures are listed by settlement coin, which for an inverse future is its own coin. */
const LISTS: readonly Query[] = [
  { category: 'option' },
  { category: 'linear', settleCoin: 'USDC' },
  { category: 'linear', settleCoin: 'USDT' },
  ...['BTC', 'ETH', 'EOS', 'XRP'].map((settleCoin) => ({ category: 'inverse', settleCoin })),
]

export async function readHoldings(rest: Rest, credentials: VenueCredentials): Promise<VenueAnswer<AccountHoldings>> {
  const rows: unknown[] = []
  let at = Infinity
  for (const list of LISTS) {
    const query = { ...list, limit: String(POSITIONS_PER_PAGE) }
    const read = await readPages(rest, credentials, { path: '/v5/position/list', query, urgency: 'READ' })
    if ('outcome' in read) return read
    rows.push(...read.rows)
    at = Math.min(at, read.venueNow)
  }
  const wallet = await rest.readAs(credentials, '/v5/account/wallet-balance', { accountType: 'UNIFIED' }, 'READ')
  if (wallet.kind !== 'RESULT') return failureFromWire(wallet)
  const [positions, balances] = [positionsFromWire(rows), balancesFromWire(wallet.result)]
  if (positions === undefined || balances === undefined) return unknown('the venue sent positions or balances in an unknown format')
  return { outcome: 'DONE', value: { at, positions, balances } }
}
