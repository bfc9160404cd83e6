/** Stores the venue's accounts: one line for each call that changed something, on disk before the caller is answered. */
import { openLineFile } from '../exchange/line-file.ts'
import type { Onboarded } from './accounts.ts'
import type { BlockRow } from './block-rows.ts'
import { COINS, type ParadexCoin } from './chain.ts'
import type { LedgerChange } from './ledger.ts'
import type { SettingChange } from './margin.ts'
import type { Order } from './orders.ts'

type Change =
  | { readonly kind: 'ACCOUNT'; readonly account: Onboarded }
  | { readonly kind: 'LEDGER'; readonly change: LedgerChange }
  | { readonly kind: 'MARGIN'; readonly setting: SettingChange }
  /** The amount paid by one contract since the market began. */
  | { readonly kind: 'FUNDING'; readonly coin: ParadexCoin; readonly index: bigint }
  | { readonly kind: 'ORDER'; readonly order: Order }
  /** The rows of an executed block; `last` is the number of the newest id. */
  | { readonly kind: 'BLOCK'; readonly rows: readonly BlockRow[]; readonly last: number }

type Line = { readonly changes: readonly object[] }

export type Remembered = {
  readonly accounts: readonly Onboarded[]
  readonly ledger: readonly LedgerChange[]
  readonly settings: readonly SettingChange[]
  readonly funding: ReadonlyMap<ParadexCoin, bigint>
  /** Their latest versions, in the order of their last change. */
  readonly orders: readonly Order[]
  /** Executed blocks only. Other requests and offers are dropped, because they led to nothing. */
  readonly blocks: { readonly rows: readonly BlockRow[]; readonly last: number }
}

export interface Memory {
  /** The lines of earlier runs. */
  readonly remembered: Remembered
  keep(change: Change): void
  /** When this returns, everything stored so far is on disk. */
  store(): void
  close(): void
}

/** Without a folder nothing survives the process. */
export function openMemory(dataDir: string | undefined): Memory {
  const file = openLineFile<Line>(dataDir, 'paradex-accounts.jsonl')
  const orders = new Map<string, Order>()
  let changes: object[] = []
  return {
    remembered: rememberedOf(file.lines),
    keep: (change) => {
      if (dataDir === undefined) return
      // An order changes several times within a call. Its state at the end is enough.
      if (change.kind === 'ORDER') orders.set(change.order.id, change.order)
      else changes.push(written(change))
    },
    store: () => {
      for (const order of orders.values()) changes.push(written({ kind: 'ORDER', order }))
      if (changes.length > 0) file.append({ changes })
      orders.clear()
      changes = []
    },
    close: file.close,
  }
}

function rememberedOf(lines: readonly Line[]): Remembered {
  const changes = lines.flatMap((line) => line.changes.map((change) => read(change) as Change))
  const blocks = changes.filter((change) => change.kind === 'BLOCK')
  const orders = new Map<string, Order>()
  const funding = new Map<ParadexCoin, bigint>()
  for (const change of changes) {
    if (change.kind === 'FUNDING') funding.set(change.coin, change.index)
    if (change.kind !== 'ORDER') continue
    orders.delete(change.order.id)
    orders.set(change.order.id, change.order)
  }
  return {
    accounts: changes.flatMap((change) => (change.kind === 'ACCOUNT' ? [change.account] : [])),
    ledger: changes.flatMap((change) => (change.kind === 'LEDGER' ? [change.change] : [])),
    settings: changes.flatMap((change) => (change.kind === 'MARGIN' ? [change.setting] : [])),
    ...{ funding, orders: [...orders.values()] },
    blocks: { rows: blocks.flatMap(({ rows }) => rows), last: Math.max(0, ...blocks.map(({ last }) => last)) },
  }
}

/** Exact figures are written as `{"exact": "-12"}` and maps as `{"entries": […]}`, so that neither is mistaken for something else. */
const written = (value: object): object =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'bigint' ? { exact: String(each) } : each instanceof Map ? { entries: [...each] } : each,
    ),
  ) as object

const read = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(read)
  if (typeof value !== 'object' || value === null) return value
  if ('exact' in value) return BigInt(String(value.exact))
  if ('entries' in value) return new Map(read(value.entries) as [unknown, unknown][])
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]))
}

/** The current funding of each market. */
export const fundingOf = (indexOf: (coin: ParadexCoin) => bigint): readonly Change[] =>
  COINS.map((coin) => ({ kind: 'FUNDING', coin, index: indexOf(coin) }))
