import { describe, expect, it } from 'vitest'
import type { TradeId } from '@parley/core'
import { withTestDatabase } from '../../test/database.ts'
import type { Settlement } from './decide.ts'
import { createSettlementStore } from './store.ts'

const database = withTestDatabase()
const trade = 't_1' as TradeId
const verified: Settlement = {
  state: 'VERIFIED',
  blockAt: 1,
  attempts: 0,
  nextAttemptAt: 1,
  verification: { signature: 'signed', expiresAt: 2 },
  sent: 'NEVER',
}
const rejected: Settlement = { state: 'REJECTED', attempts: 0, nextAttemptAt: 1, rejection: 'nonce_is_used' }

async function agreed(state: 'PENDING_SETTLEMENT' | 'FILLED' = 'PENDING_SETTLEMENT') {
  const { sql } = database
  await sql`truncate settlement, rfq_trade, rfq cascade`
  await sql`
    insert into settlement (trade_id, shard, rfq_id, venue, taker, taker_account, maker, maker_account, agreed_at, legs, state, progress,
      next_attempt_at)
    values (${trade}, 'DBT-BTC', 'r_1', 'DBT', 'ORRY', 'a', 'KEST', 'b', 1, '[]', 'AGREED', '{}', 1)`
  await sql`
    insert into rfq (id, number, audience, state, creator, venue, base_currency, strategy_code, product_codes, body)
    values ('r_1', 0, 'DIRECT', 'OPEN', 'ORRY', 'DBT', 'BTC', 'CALL', '{}', '{}')`
  await sql`
    insert into rfq_trade (id, number, rfq_id, audience, taker, maker, venue, base_currency, strategy_code, product_codes, state, agreed_at,
      tape_id, body)
    values (${trade}, 0, 'r_1', 'DIRECT', 'ORRY', 'KEST', 'DBT', 'BTC', 'CALL', '{}', ${state}, 1, 't_1', '{}')`
  return createSettlementStore(sql)
}

const movedByAnother = /changed by another process/

describe('7.6 two servers at one settlement, while one takes over from the other', () => {
  it('the slower one cannot write down what it heard, though the state is still the one it read', async () => {
    const store = await agreed()
    const [first] = await store.toDo()
    const read = await store.save(trade, first!.revision, verified)
    // The new server asks the venue, which does not know the block. It stores that answer and executes the block. The old server's second attempt is refused.
    await store.save(trade, read, { ...verified, sent: 'ABSENT' })
    await expect(store.save(trade, read, rejected)).rejects.toThrow(movedByAnother)
    expect((await store.toDo())[0]).toMatchObject({ settlement: { state: 'VERIFIED', sent: 'MAYBE' }, revision: 2 })
  })

  it('a server that has lost its market cannot end what the market still waits for', async () => {
    const store = await agreed()
    await expect(store.markDone(trade)).rejects.toThrow(/has not received/)
    expect(await store.toDo()).toHaveLength(1)
  })

  it('7.4 what the market has heard is done, and stays as it is', async () => {
    const store = await agreed('FILLED')
    await store.markDone(trade)
    expect(await store.toDo()).toEqual([])
    await expect(store.save(trade, 0, rejected)).rejects.toThrow(movedByAnother)
  })
})
