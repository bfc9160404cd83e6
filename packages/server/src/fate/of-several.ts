/** What became of a write that went to several markets and was not answered as a whole: read from what each of them decided. */
import type { FateView } from '@parley/contracts'
import type { MarketEvent, Refusal } from '@parley/core'
import type { Decided } from '../engine/engine.ts'
import type { MarketShard } from '../market/shards.ts'
import { keyIn, type AskedOfSeveral } from '../protection/asked-of-several.ts'
import { coveredReport, namesOf } from '../protection/everywhere.ts'
import { presentPartly, presentWhole } from './present.ts'
import type { FateStore, Remembered } from './store.ts'

type Part = { readonly market: MarketShard; readonly row: Remembered }

/** What markets decided as their part of a wish is told as one. */
export const isPartOfSeveral = (key: string, { shard, key: own }: Remembered): boolean => own === keyIn({ name: shard }, key)

export function partsOf({ scope, markets }: AskedOfSeveral, key: string, rows: readonly Remembered[]): readonly Part[] {
  const decided = rows.filter((row) => row.scope === scope && isPartOfSeveral(key, row))
  return markets.flatMap((market) => decided.filter(({ shard }) => shard === market.name).map((row) => ({ market, row })))
}

export async function tellOfSeveral(store: Pick<FateStore, 'events'>, asked: AskedOfSeveral, parts: readonly Part[]): Promise<FateView> {
  const at = Math.max(...parts.map(({ row }) => row.at))
  const report = coveredReport({ decided: await Promise.all(parts.filter(({ row }) => row.refusal === null).map(decidedIn(store))) })
  const left = asked.markets.filter((market) => parts.every((part) => part.market !== market))
  if (left.length > 0) return presentPartly(asked.scope, at, { ...report, unreached: namesOf(left) })
  const refusals = parts.flatMap(({ row }): Refusal[] => (row.refusal === null ? [] : [row.refusal]))
  return presentWhole(asked.scope, at, refusals.length === parts.length ? refusals[0]! : report)
}

const decidedIn =
  (store: Pick<FateStore, 'events'>) =>
  async ({ market, row }: Part): Promise<Decided<MarketEvent>> => ({
    shard: market,
    seq: row.lastSeq,
    at: row.at as Decided<MarketEvent>['at'],
    events: row.lastSeq < row.firstSeq ? [] : await store.events(row),
  })
