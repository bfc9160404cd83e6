/** From what happened in the order-book markets to rows, notes, and blocks for the venues. */
import type { GroupEvent, GroupMarkets } from '@parley/core'
import type { Projection } from '../engine/projector.ts'
import { GROUP_TRADE, settlementRowOf, type SettlementRow } from '../settlement/rows.ts'
import { notesOf } from './notes.ts'
import { rowsOf, type GroupRow } from './rows.ts'
import { touchedBy, type TouchedMarket } from './touched.ts'

export function projectGroup(events: readonly GroupEvent[], markets: GroupMarkets, shard: string): Projection<GroupRow | SettlementRow> {
  const touched = touchedBy(events, markets)
  return {
    rows: touched.flatMap((one) => [...rowsOf(one), ...settlements(one, shard)]),
    notes: touched.flatMap(notesOf),
  }
}

const settlements = ({ market, matches }: TouchedMarket, shard: string): readonly SettlementRow[] =>
  matches.map(({ match }) =>
    settlementRowOf(
      { flow: 'GROUP', shard, rfqId: String(market.id), venue: market.venue, structure: market.structure },
      { ...match, id: `${GROUP_TRADE}${match.id}` },
    ),
  )
