import { refuse, type DeskId } from '@parley/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '../engine/engine.ts'
import { silent } from '../log/log.ts'
import { migrate } from '../database/migrate.ts'
import { withTestDatabase } from '../../test/database.ts'
import type { NotificationSource } from '../engine/engine.ts'
import { joinSources } from '../engine/notification-sources.ts'
import { REFUSALS_GROUP } from './found-refusals.ts'
import { openRefusedCommands, type RefusedCommands } from './refused-commands.ts'

const database = withTestDatabase()
const [KEST, LARK] = ['KEST', 'LARK'] as [DeskId, DeskId]
const clock = { now: 1_800_000_000_000 }
const markets: NotificationSource = {
  onNotifications: () => () => undefined,
  notificationsAfter: () => Promise.resolve([]),
  positions: () => new Map([[1, 7]]),
  startedAfter: () => new Map([[1, 5]]),
}
const opened = () => openRefusedCommands({ sql: database.sql, now: () => clock.now, log: silent })
const about = (desk: DeskId, clientOrderId: string | null = null) =>
  ({
    ...{ desk, sender: 'kim', call: 'POST /v1/ob/rfqs/65/quotes', clientOrderId, isPlacing: true, channel: 'ob.quote_status' },
    ...{ terms: undefined, refusal },
  }) as const
const refusal = refuse('QuantityOffIncrement', '10.3', 'The quantity must be a multiple of 0.1.', 'quantity')
const refuseAll = (refusals: RefusedCommands, desk: DeskId, count: number) =>
  Promise.all(Array.from({ length: count }, (_, place) => refusals.keep(about(desk, `${desk} ${place}`))))
const missedBy = async (refusals: RefusedCommands, desk: DeskId, seq: number) =>
  (await joinSources(markets, refusals).notificationsAfter(REFUSALS_GROUP, seq, [`desk:${desk}`, 'everybody'], 'ob.quote_status'))!.map(
    (one) => one.seq,
  )

beforeAll(() => migrate(database.sql, silent))

describe('9.8 refusals', () => {
  it('are numbered in the order in which they are published, whatever others are refused, and go on from there after a restart', async () => {
    const first = await opened()
    const received: Notification[] = []
    const stop = joinSources(markets, first).onNotifications((notifications) => received.push(...notifications))
    await refuseAll(first, KEST, 40)
    stop()
    await refuseAll(first, LARK, 1)
    const own = received.map(({ seq }) => seq)
    expect(own.map((seq) => seq - own[0]!)).toEqual(Array.from({ length: 40 }, (_, place) => place))
    expect(received[0]).toMatchObject({ audience: 'desk:KEST', data: { kind: 'REJECTED', client_order_id: 'KEST 0' } })
    const second = await opened()
    expect([...joinSources(markets, second).positions()]).toEqual([
      [1, 7],
      [REFUSALS_GROUP, 41],
    ])
    await refuseAll(second, KEST, 1)
    expect(await missedBy(second, KEST, own[37]!)).toEqual([own[38], own[39], own[39]! + 1])
    expect(await missedBy(second, LARK, 0)).toEqual([own[0]])
  })

  it('are kept for a day, and a thousand of a desk; what is older is left out', async () => {
    const refusals = await opened()
    clock.now += 24 * 3_600_000 + 1
    expect(await refusals.ofName(KEST, 'KEST 0')).toBeUndefined()
    await refuseAll(refusals, KEST, 1_200)
    const kept = await missedBy(refusals, KEST, 0)
    expect([kept.length, kept.at(-1)! - kept[0]!]).toEqual([1_000, 999])
    expect(await missedBy(refusals, LARK, 0)).toEqual([])
    expect(await refusals.ofName(KEST, 'KEST 1199')).toMatchObject({ at: clock.now, refusal })
    clock.now += 24 * 3_600_000 + 1
    const later = await opened()
    expect(await missedBy(later, KEST, 0)).toEqual([])
    await refuseAll(later, LARK, 1)
    expect(await missedBy(later, LARK, kept.at(-1)!)).toHaveLength(1)
  })

  it('are refused all the same if they cannot be recorded', async () => {
    let now = clock.now
    const refusals = await openRefusedCommands({ sql: database.sql, now: () => now, log: silent })
    // Not a valid time for a row.
    now = Number.NaN
    await refusals.keep(about(KEST))
    now = clock.now
    const [, last] = [...joinSources(markets, refusals).startedAfter()].at(-1)!
    await refuseAll(refusals, KEST, 1)
    expect(await missedBy(refusals, KEST, last)).toHaveLength(1)
  })
})
