import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { obCalls } from '@parley/contracts'
import { quantity, refuse, type DeskId, type Refusal, type Rfq } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import type { Notification } from '../engine/engine.ts'
import { silent } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { callerOf, KEST } from '../../test/direct-market.ts'
import { createRefusalRecorder } from './refusal-recorder.ts'
import type { RefusedOrder } from './refused-order.ts'
import { openRefusedCommands } from './refused-commands.ts'

const NOON = 1_800_000_000_000
const CHANNEL = 'ob.quote_status'
const refusal = refuse('QuantityOffIncrement', '10.3', 'The quantity must be a multiple of 0.1.', 'quantity')
const rfq = { id: 'r_1', audience: 'ORDER_BOOK' } as Rfq
const idempotency = { scope: 'KEST kim', key: 'k', requestHash: 'POST /v1/ob/rfqs/65/quotes' }
const refused: RefusedOrder = {
  ...refusal,
  terms: { rfq, kind: 'QUOTE', side: 'BUY', price: undefined, quantity: quantity('1'), idempotency },
}
const quote = { caller: callerOf(KEST), call: obCalls.createQuote, params: { id: 65 }, what: 'PLACE' } as const

describe('a refused command', () => {
  const database = withTestDatabase()

  it('8.17, 9.8 has one record for its channel, its client order ID and the history of its desk', async () => {
    const refusals = await openRefusedCommands({ sql: database.sql, now: () => NOON, log: silent })
    const published: Notification[] = []
    refusals.onNotifications((notifications) => published.push(...notifications))
    const { record } = createRefusalRecorder({ refusals, channel: CHANNEL })
    const body = { client_order_id: 'a' }
    expect(await record({ ...quote, body }, Promise.resolve<Refusal>(refused))).toEqual(refusal)
    expect(await record(quote, Promise.resolve({ id: 1 }))).toEqual({ id: 1 })
    expect(published).toMatchObject([{ channel: CHANNEL, data: { client_order_id: 'a' } }])
    expect(await refusals.ofName(KEST, 'a')).toMatchObject({ call: 'POST /v1/ob/rfqs/65/quotes', refusal })
    const rows = await database.sql`select channel, client_order_id, number, rfq, side from refused_command`
    expect(rows).toEqual([{ channel: CHANNEL, client_order_id: 'a', number: 1, rfq: 'r_1', side: 'BUY' }])
    // The same request again is refused and published again, but the history lists it once.
    await record({ ...quote, body }, Promise.resolve<Refusal>(refused))
    expect(published).toHaveLength(2)
    const numbers = await database.sql<{ number: number | null }[]>`select number from refused_command order by id`
    expect(numbers.map(({ number }) => number)).toEqual([1, null])
  })

  it('8.17, 9.8 is kept for as long as one of its readers keeps it', async () => {
    const clock = { now: NOON }
    const desk = 'LARK' as DeskId
    const refusals = await openRefusedCommands({ sql: database.sql, now: () => clock.now, log: silent })
    const { terms } = refused
    const about = { desk, sender: undefined, call: 'POST /v1/ob/rfqs/65/quotes', clientOrderId: null, isPlacing: true, refusal }
    await refusals.keep({ ...about, channel: CHANNEL, terms: undefined })
    await refusals.keep({ ...about, channel: null, terms: { ...terms, idempotency: undefined } })
    // The newest record of all is always kept.
    await refusals.keep({ ...about, desk: KEST, channel: CHANNEL, terms: undefined })
    const kept = async () => {
      await refusals.prune()
      return (await database.sql<{ channel: string | null }[]>`select channel from refused_command where desk = ${desk} order by id`).map(
        ({ channel }) => channel,
      )
    }
    expect(await kept()).toEqual([CHANNEL, null])
    clock.now += 24 * 3_600_000 + 1
    expect(await kept()).toEqual([null])
    clock.now = NOON + 30 * 24 * 3_600_000 + 1
    expect(await kept()).toEqual([])
  })
})

describe('the migration to one record', () => {
  const database = withTestDatabase()

  it('8.17 carries the refused orders of every desk over, under their numbers', async () => {
    const { sql } = database
    const folder = mkdtempSync(join(tmpdir(), 'parley-migrations-'))
    for (const file of readdirSync(migrationsFolder).filter((name) => name < '0012'))
      copyFileSync(join(migrationsFolder, file), join(folder, file))
    try {
      await sql.unsafe('drop schema public cascade; create schema public')
      await migrate(sql, silent, folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
    await sql`insert into refused_command (id, desk, at, call, channel, client_order_id, is_placing, refusal, seq)
      values (7, 'KEST', 5, 'POST /v1/ob/rfqs/65/quotes', ${CHANNEL}, 'a', true, '{}', 99)`
    await sql`insert into refused_order (desk, id, at, audience, rfq, order_id, kind, side, price, quantity, sender, refusal, request)
      values ('KEST', 1, 1, 'DIRECT', 'r_1', null, 'QUOTE', 'BUY', 5, 6, 'kim', '{}', 'k'), ('KEST', 2, 2, 'DIRECT', 'r_1', 'o_1', 'QUOTE', 'SELL', null, 6, null, '{}', null),
        ('LARK', 1, 3, 'LISTED', 'r_2', null, 'CROSS', 'BUY', 5, 6, 'lou', '{}', null)`
    expect(await migrate(sql, silent)).toContain('0012_one-record-of-refusals.sql')
    const rows = await sql`
      select id, desk, at, call, seq, number, audience, rfq, order_id, kind, side, price, quantity, sender, request from refused_command order by id`
    const order = { call: null, seq: null, order_id: null, price: 5, quantity: 6, request: null }
    expect(rows).toMatchObject([
      { id: 7, desk: 'KEST', call: 'POST /v1/ob/rfqs/65/quotes', seq: 99, number: null, rfq: null },
      { ...order, id: 8, desk: 'KEST', at: 1, number: 1, audience: 'DIRECT', rfq: 'r_1', side: 'BUY', sender: 'kim', request: 'k' },
      { ...order, id: 9, desk: 'KEST', at: 2, number: 2, order_id: 'o_1', side: 'SELL', price: null, sender: null },
      { ...order, id: 10, desk: 'LARK', at: 3, number: 1, audience: 'LISTED', rfq: 'r_2', kind: 'CROSS', sender: 'lou' },
    ])
  })
})
