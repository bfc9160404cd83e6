import { OPERATOR, type DeskId, type Instant, type UserId, type VenueCode } from '@parley/core'
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

  it('11.6 one that opens later knows every stop although the server that opened it first died in between', async () => {
    const held = await open()
    const others = names(held)
    for (const shard of others) {
      await held.submit(shard, { kind: 'StopTrading', desk: KEST, by: OPERATOR, why: 'an audit' })
      await held.submit(shard, { kind: 'StopTrading', desk: KEST, user: ADA, by: 'boss' })
    }
    await held.close()

    // It has every new shard, and one of them cannot store the stops.
    await database.sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`
    await database.sql`
      create trigger full_up before insert on journal for each row when (new.shard = 'BIT-ETH') execute function refuse_it()`
    await expect(open('BIT')).rejects.toThrow('BIT-ETH')
    await database.sql`drop trigger full_up on journal`
    expect(await database.sql`select shard from shard_lease where shard = 'BIT-ETH'`).toHaveLength(1)
    const carried = [
      { user: '', by: OPERATOR, why: 'an audit' },
      { user: ADA, by: 'boss', why: undefined },
    ]

    // The venue is not connected at the next start. In the meantime the copied stop is lifted, or replaced by another one.
    const without = await open()
    expect(names(without)).toEqual(others)
    for (const shard of others) {
      expect(await stopsIn(without, shard)).toEqual(carried)
      await without.submit(shard, { kind: 'AllowTrading', desk: KEST, by: OPERATOR })
      await without.submit(shard, { kind: 'AllowTrading', desk: KEST, user: ADA, by: 'boss' })
      await without.submit(shard, { kind: 'StopTrading', desk: KEST, by: 'boss' })
    }
    await without.close()

    const added = ['BIT-BTC', 'BIT-ETH', 'BIT-TON']
    for (const venues of [['BIT'], []] as const) {
      const next = await open(...venues)
      expect(names(next)).toEqual(expect.arrayContaining(added))
      for (const shard of names(next))
        expect([shard, await stopsIn(next, shard)]).toEqual([shard, [{ user: '', by: 'boss', why: undefined }]])
      await next.close()
    }
    // An opened shard gets no stops at later starts.
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from journal where shard = 'BIT-ETH'`
    expect(row!.count).toBe(1)
  })
})
