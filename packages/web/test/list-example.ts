/** A list of two lines: its answer over REST, its RFQs in the live data, and quotes on its lines. */
import type { Level } from '@parley/client'
import type { RfqListView } from '@parley/contracts'
import { idOf, instruments, NEAR } from './chain-example.ts'
import { listOf } from './frames.ts'
import { legOf, levelOf, rfqOf } from './model.ts'
import { NOW, receive } from './trading-desk.tsx'
import { rfqView } from './wire.ts'

export const LIST = 'l_1'
export const sizes = [
  { row: 1, side: 'BUY', strike: 90_000, quantity: '50' },
  { row: 3, side: 'SELL', strike: 100_000, quantity: '30' },
] as const

/** Buy 50 and sell 30 calls whose marks are 0.0400: the lines cost 0.8 at their marks. */
export function listView(change: Partial<RfqListView> = {}): RfqListView {
  const isMaker = change.role === 'MAKER'
  return {
    ...{ id: LIST, state: 'OPEN', role: 'TAKER', venue: 'DBT', base_currency: 'BTC', name: isMaker ? null : 'March roll' },
    ...{ taker_desk_name: 'AMBR', is_taker_anonymous: false, shows_sides: true, counterparties: ['KEST', 'LIND'] },
    ...{ created_at: NOW, expires_at: NOW + 300_000, net_prices: [] },
    lines: sizes.map(({ row, side, strike, quantity }, at) => {
      const instrument = instruments.get(idOf(NEAR, strike, 'CALL'))!
      const legs = [{ instrument_id: instrument.id, instrument_name: instrument.name, product_code: 'DO', ratio: '1', side: 'BUY', price: null, quantity }] // prettier-ignore
      const rfq = rfqView({ id: `r_${at + 1}`, quantity, legs: legs as never, expires_at: NOW + 300_000, role: isMaker ? 'MAKER' : 'TAKER', taker_side: side } as never) // prettier-ignore
      const book = { ranking: '', asks: [], bids: [] }
      return { rfq_id: rfq.id, line: at + 1, row: isMaker ? null : row, side, rfq, book }
    }),
    ...change,
  } as RfqListView
}

/** The lines in the live data. */
export const showRfqs = ({ role, lines }: RfqListView) => {
  const rfqOfLine = ({ rfq: { id, quantity, legs }, side }: RfqListView['lines'][number]) =>
    rfqOf({
      ...{ id, role: role ?? undefined, quantity: quantity ?? undefined, takerSide: side ?? undefined, expiresAt: NOW + 300_000 },
      legs: legs.map((leg) => legOf({ instrumentId: leg.instrument_id, instrumentName: leg.instrument_name })),
    })
  receive({ rfqs: [listOf('DIRECT', lines.map(rfqOfLine))] }) // prettier-ignore
}
export const level = (line: number, deskName: string, price: string): Level => {
  const { side, quantity } = sizes[line - 1]!
  return levelOf({ id: `${line} ${deskName}`, rfqId: `r_${line}`, side: side === 'BUY' ? 'SELL' : 'BUY', quantity, deskName, price })
}
