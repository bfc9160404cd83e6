/** The record of refused commands of several processes. */
import { refuse, type DeskId } from '@parley/core'
import { expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import type { Notification } from '../engine/engine.ts'
import { silent } from '../log/log.ts'
import { openRefusedCommands } from './refused-commands.ts'

const database = withTestDatabase()
const refusal = refuse('QuantityOffIncrement', '10.3', 'The quantity must be a multiple of 0.1.', 'quantity')

async function gateway() {
  const refusals = await openRefusedCommands({ sql: database.sql, keeps: 'WITH_OTHERS', now: () => 1_800_000_000_000, log: silent })
  const published: Notification[] = []
  refusals.onNotifications((notifications) => published.push(...notifications))
  const keep = (clientOrderId: string) =>
    refusals.keep({
      ...{ desk: 'KEST' as DeskId, sender: undefined, call: 'POST /v1/ob/rfqs/65/quotes', clientOrderId, isPlacing: true },
      ...{ channel: 'ob.quote_status', terms: undefined, refusal },
    })
  return { refusals, published, keep }
}

it('9.8 every process publishes the refusals of all, once and under increasing numbers', async () => {
  const [one, other] = [await gateway(), await gateway()]
  const names = Array.from({ length: 20 }, (_, place) => `order ${place}`)
  await Promise.all(names.map((name, place) => (place % 2 === 0 ? one : other).keep(name)))
  for (const { published } of [one, other]) {
    await expect.poll(() => published.length, { timeout: 5_000 }).toBe(names.length)
    const seqs = published.map(({ seq }) => seq)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    expect(published.map(({ data }) => (data as { client_order_id: string }).client_order_id).toSorted()).toEqual(names.toSorted())
  }
  await Promise.all([one.refusals.close(), other.refusals.close()])
})
