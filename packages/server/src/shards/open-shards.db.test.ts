import { type DeskId, type Instant, type UserId, type VenueCode } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { silent } from '../log/log.ts'
import { shardProjector } from '../create-market.ts'
import { createMarketEngine } from './create-market-engine.ts'

const KEST = 'KEST' as DeskId
const ADA = 'ada' as UserId
const database = withTestDatabase()
const open = (...venues: readonly VenueCode[]) =>
  createMarketEngine({ sql: database.sql, venues, projector: shardProjector, now: () => 1_800_000_000_000 as Instant, log: silent })
type Engine = Awaited<ReturnType<typeof open>>
const names = ({ shards }: Engine) => shards.map(({ name }) => name)
const stopsIn = async (engine: Engine, shard: string) =>
  (
    await engine.read(shard, ({ protections }) =>
      [...(protections.stops.get(KEST) ?? [])].map(([user, { by, why }]) => ({ user, by, why })),
    )
  ).value

describe('the shards that are open', () => {
  it('11.6 are those of the connected venues, stay open without them, and one that opens later knows every stop', async () => {
    const first = await open('DBT')
    expect(names(first)).toEqual(['DBT-BTC', 'DBT-ETH'])
    for (const { name } of first.shards) {
      await first.submit(name, { kind: 'StopTrading', desk: KEST, by: 'boss', why: 'an audit' })
      await first.submit(name, { kind: 'StopTrading', desk: KEST, user: ADA, by: 'boss' })
    }
    await first.close()

    const second = await open('DBT', 'BYB')
    expect(names(second)).toEqual(['DBT-BTC', 'DBT-ETH', 'BYB-BTC', 'BYB-ETH', 'BYB-EOS', 'BYB-XRP'])
    const stopped = [
      { user: '', by: 'boss', why: 'an audit' },
      { user: ADA, by: 'boss', why: undefined },
    ]
    for (const shard of names(second)) expect(await stopsIn(second, shard)).toEqual(stopped)
    await second.submit('BYB-BTC', { kind: 'AllowTrading', desk: KEST, by: 'boss' })
    await second.close()

    const third = await open()
    expect(names(third)).toEqual(names(second))
    expect(await stopsIn(third, 'BYB-BTC')).toEqual([stopped[1]])
    expect(await stopsIn(third, 'BYB-ETH')).toEqual(stopped)
    await third.close()
  })
})
