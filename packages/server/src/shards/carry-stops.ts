/** A desk or person whose trading is stopped is stopped in a shard that opens later as well (rulebook 11.6). */
import type { DeskId, Shard, ShardCommand, UserId } from '@parley/core'
import type { ShardName } from '../engine/engine.ts'
import type { MarketEngine } from './market-engine.ts'

type StopTrading = Extract<ShardCommand, { kind: 'StopTrading' }>

/** A shard that was held `before` knows its stops; the others know of none. */
export async function carryStops(engine: Pick<MarketEngine, 'read' | 'submit' | 'shards'>, before: ReadonlySet<ShardName>): Promise<void> {
  const added = engine.shards.filter(({ name }) => !before.has(name))
  if (added.length === 0) return
  const read = await Promise.all(engine.shards.filter((shard) => !added.includes(shard)).map(({ name }) => engine.read(name, stopsIn)))
  const stops = [...new Map(read.flatMap(({ value }) => value)).values()]
  await Promise.all(added.flatMap(({ name }) => stops.map((stop) => engine.submit(name, stop))))
}

/** By whom they are for. */
const stopsIn = ({ protections }: Shard): readonly (readonly [string, StopTrading])[] =>
  [...protections.stops].flatMap(([desk, own]) =>
    [...own].map(
      ([user, { by, why }]) => [`${desk} ${user}`, { ...stopOf(desk, user, by), ...(why === undefined ? {} : { why }) }] as const,
    ),
  )

const stopOf = (desk: DeskId, user: UserId | '', by: string): StopTrading =>
  user === '' ? { kind: 'StopTrading', desk, by } : { kind: 'StopTrading', desk, user, by }
