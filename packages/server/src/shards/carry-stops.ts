/**
 * If trading is stopped for a desk or user, it is also stopped in a shard that opens later (rulebook 11.6). The shard counts as opened only
 * afterwards. If a server dies in between, the next one finds part of it done, or stops that no longer apply (docs/decisions/0205).
 */
import { isRefusal, OPERATOR, type DeskId, type Shard, type ShardCommand, type Stop, type UserId } from '@parley/core'
import type { ShardName } from '../engine/engine.ts'
import { portable } from '../engine/portable.ts'
import type { MarketEngine } from './market-engine.ts'

type Carrying = Pick<MarketEngine, 'read' | 'submit' | 'shards'>
type StandingStop = { readonly desk: DeskId; readonly user: UserId | ''; readonly stop: Stop }
/** By desk and user. */
type Stops = ReadonlyMap<string, StandingStop>

export async function carryStops(engine: Carrying, opened: ReadonlySet<ShardName>): Promise<void> {
  const [open, added] = [engine.shards.filter(({ name }) => opened.has(name)), engine.shards.filter(({ name }) => !opened.has(name))]
  // No shard was open before, so there are no stops.
  if (open.length === 0) return
  const read = await Promise.all(open.map(({ name }) => engine.read(name, stopsIn)))
  const standing: Stops = byWhom(read.flatMap(({ value }) => value))
  await Promise.all(added.map(({ name }) => carryInto(engine, name, standing)))
}

async function carryInto(engine: Carrying, shard: ShardName, standing: Stops): Promise<void> {
  const own = byWhom((await engine.read(shard, stopsIn)).value)
  const commands = [...without(own, standing).map(allow), ...without(standing, own).map(stopAgain)]
  const answers = await Promise.all(commands.map((command) => engine.submit(shard, command)))
  const refused = answers.find((answer) => isRefusal(answer))
  if (refused !== undefined) throw new Error(`${shard} rejected the stops of the other shards: ${refused.message}`)
}

/** The stops that are in force in a shard. */
export const stopsIn = portable(
  'shards.stops',
  () =>
    ({ protections }: Shard): readonly StandingStop[] =>
      [...protections.stops].flatMap(([desk, own]) => [...own].map(([user, stop]) => ({ desk, user, stop }))),
)()

const byWhom = (stops: readonly StandingStop[]): Stops => new Map(stops.map((one) => [`${one.desk} ${one.user}`, one]))

const without = (stops: Stops, others: Stops): readonly StandingStop[] =>
  [...stops].flatMap(([whom, one]) => (isSame(one.stop, others.get(whom)?.stop) ? [] : [one]))

const isSame = ({ by, why }: Stop, other: Stop | undefined): boolean => by === other?.by && why === other.why

/** The operator may lift every stop. */
const allow = ({ desk, user }: StandingStop): ShardCommand => ({ kind: 'AllowTrading', desk, by: OPERATOR, ...named(user) })

const stopAgain = ({ desk, user, stop: { by, why } }: StandingStop): ShardCommand => ({
  kind: 'StopTrading',
  desk,
  by,
  ...named(user),
  ...(why === undefined ? {} : { why }),
})

const named = (user: UserId | ''): { readonly user?: UserId } => (user === '' ? {} : { user })
