import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../postgres/test-database.ts'
import { beginning, hashOf } from './hash-chain.ts'
import { readPostgresJournal } from './read-postgres-journal.ts'

const database = withTestDatabase()
const shard = { name: 'DBT-BTC', group: 1 }

/** Keys in another order than PostgreSQL's, a number it writes in another way, and words that look like its spaces. */
const event = '{"amount":1e-7,"id":"o_1","kind":"Said","words":"a\\": b\\nä"}'
const actor = '{"desk":"ORRY","user":"u_1"}'

describe('a row of the journal from before it kept texts', () => {
  it('is read as the text that was hashed', async () => {
    const row = { seq: 1, epoch: 1, at: 1_800_000_000_000, command: 'Say', actor, event, caller: undefined }
    const hash = hashOf(beginning, row)
    await database.sql`
      insert into journal (shard, seq, epoch, at, command, actor, event, hash_before, hash)
      values (${shard.name}, 1, 1, ${row.at}, 'Say', ${actor}::text::jsonb::text, ${event}::text::jsonb::text, decode(${beginning}, 'hex'), decode(${hash}, 'hex'))`
    const [read] = await readPostgresJournal(database.sql).read(shard, 0, 10)
    expect(read).toEqual({ ...row, hashBefore: beginning, hash })
    expect(hashOf(read!.hashBefore, read!)).toBe(hash)
  })

  it('is told apart from one that was written as it is, whatever that says', async () => {
    const said = '{"kind":"Said","words":"x\\": y"}'
    await database.sql`
      insert into journal (shard, seq, epoch, at, command, actor, event, hash_before, hash)
      values (${shard.name}, 2, 1, 0, 'Say', null, ${said}, '', '')`
    expect(await readPostgresJournal(database.sql).read(shard, 1, 10)).toMatchObject([{ actor: 'null', event: said }])
  })
})
