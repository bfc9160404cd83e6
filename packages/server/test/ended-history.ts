/** A random history of ended RFQs and settled trades as rows, from a seed, for firms with one or two desks each. For tests of what is counted. */
import { quantity, price, type DeskId, type Instant, type OrderId, type Rfq, type RfqId, type Trade, type TradeId } from '@parley/core'
import type { Sql } from '../src/database/sql.ts'
import { call, ether, higher, perpetual } from './instruments.ts'
import { chanceFrom, type Chance } from './trading-day/chance.ts'

export const DAY = 86_400_000
const structures = [
  [['BUY', call]],
  [['BUY', call], ['SELL', higher]],
  [['BUY', ether]],
  [['BUY', perpetual]],
] as const // prettier-ignore

export type Ended = { readonly rfq: Rfq; readonly trades: readonly Trade[]; readonly at: number }
export type History = { readonly firms: readonly string[]; readonly ended: readonly Ended[]; readonly firmOf: (desk: DeskId) => string }

/** Firms and desks as rows. A firm's name is its id, and its desks are `A1`, `A2`. */
export async function insertFirms(sql: Sql, firms: readonly string[], desksOfAFirm = 1): Promise<void> {
  for (const firm of firms) {
    await sql`insert into firm (id, name, created_at) values (${firm}, ${firm}, 0)`
    for (let n = 1; n <= desksOfAFirm; n++)
      await sql`insert into desk (ticker, name, firm, is_maker, created_at) values (${`${firm}${n}`}, ${`${firm}${n}`}, ${firm}, true, 0)`
  }
}

export function drawHistory(
  seed: number,
  firms: readonly string[],
  count: number,
  days: { readonly first: number; readonly last: number },
): History {
  const chance = chanceFrom(seed)
  const desks = firms.flatMap((firm) => [`${firm}1`, `${firm}2`]) as DeskId[]
  const ended = Array.from({ length: count }, (_, n) => {
    const at = (days.first + chance.below(days.last - days.first + 1)) * DAY + chance.below(DAY)
    return drawEnded(chance, n, desks, at as Instant)
  })
  return { firms, ended, firmOf: (desk) => desk.slice(0, -1) }
}

function drawEnded(chance: Chance, n: number, desks: readonly DeskId[], at: Instant): Ended {
  const [taker, ...makers] = [...desks].sort(() => chance.below(3) - 1).slice(0, 4) as [DeskId, ...DeskId[]]
  const audience = chance.oneOf(['DIRECT', 'DIRECT', 'ORDER_BOOK', 'LISTED'] as const)
  const legs = chance.oneOf(structures).map(([side, instrument]) => ({ side, instrument, ratio: 10_000 }))
  const id = `r_${n}` as RfqId
  const fill = (maker: DeskId, place: number): Trade =>
    ({
      ...{ id: `t_${n}_${place}` as TradeId, taker, maker, takerSide: 'BUY', takerKind: 'CROSS' },
      ...{ takerOrder: `o_${n}_t` as OrderId, makerOrder: `o_${n}_${maker}` as OrderId, takerAccount: '', makerAccount: '' },
      ...{ price: price('0.03'), quantity: quantity(String(25 + chance.below(100))), legPrices: legs.map(() => price('0.05')) },
      state: chance.oneOf(['FILLED', 'FILLED', 'FILLED', 'REJECTED']),
      ...{ agreedAt: at, settledAt: at, reference: { indexPrice: price(String(80_000 + chance.below(9_999))) } },
    }) as Trade
  const trades = makers.slice(0, chance.below(3)).map(fill)
  const traded = trades.filter(({ state }) => state === 'FILLED')
  const rfq = {
    ...{
      id,
      audience,
      state: 'CLOSED',
      venue: chance.oneOf(['DBT', 'BYB']),
      baseCurrency: legs[0]!.instrument.baseCurrency,
      structure: { legs },
    },
    ...{
      creator: { desk: taker },
      makers: audience === 'DIRECT' ? makers : [],
      lastUpdatedAt: at,
      createdAt: at - 60_000,
      declines: [],
      filled: 0,
      pending: 0,
    },
    makerTotals: traded.map(({ maker: desk, quantity: filled }) => ({ desk, filled, pending: 0, lastAt: at })),
  } as unknown as Rfq
  return { rfq, trades, at }
}

/** With the book snapshots of an RFQ whose makers responded one after the other, all except the last. */
export async function insertEnded(sql: Sql, { rfq, trades, at }: Ended): Promise<void> {
  const { id, audience, venue, baseCurrency, creator, makers } = rfq
  await sql`
    insert into rfq (id, number, audience, state, creator, venue, base_currency, strategy_code, product_codes, body)
    values (${id}, 0, ${audience}, 'CLOSED', ${creator.desk}, ${venue}, ${baseCurrency}, '', '{}', ${sql.json(rfq)})`
  for (const trade of trades)
    await sql`
      insert into rfq_trade (id, number, rfq_id, audience, taker, maker, venue, base_currency, strategy_code, product_codes, state, agreed_at, settled_at,
        tape_id, body)
      values (${trade.id}, 0, ${id}, ${audience}, ${trade.taker}, ${trade.maker}, ${venue}, ${baseCurrency}, '', '{}', ${trade.state}, ${at}, ${at},
        ${trade.id}, ${sql.json(trade)})`
  if (audience !== 'DIRECT') return
  await sql`insert into rfq_moment (rfq_id, seq, subject, kind, at) values (${id}, 1, '', 'ASKED', ${at - 60_000})`
  for (const [place, desk] of makers.slice(0, -1).entries())
    await sql`
      insert into rfq_moment (rfq_id, seq, subject, kind, at, desk, side, price, quantity)
      values (${id}, ${2 + place}, ${`o_${id.slice(2)}_${desk}`}, 'QUOTE', ${at - 60_000 + 1_000 * (place + 1)}, ${desk}, 'SELL', ${price('0.03') + place}, ${quantity('200')})`
  for (const trade of trades)
    await sql`insert into rfq_moment (rfq_id, seq, subject, kind, at) values (${id}, 100, ${trade.id}, 'DEALT', ${at})`
}
