/** The keys of sealed journals: any of them opens what it sealed, and after a rotation of the installation's key new text gets a new key. */
import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { createVault } from '../vault/vault.ts'
import { aboutJournalKey, openJournalKeys } from './journal-keys.ts'

const database = withTestDatabase()
const [before, after] = [createVault(new Uint8Array(32).fill(1)), createVault(new Uint8Array(32).fill(2))]
const keys = () => database.sql<{ id: string; sealed: Uint8Array }[]>`select id, key_sealed as sealed from journal_key order by made_at`

describe('the keys of sealed journals', () => {
  it('are one for each key of the installation, and open what earlier ones sealed', async () => {
    const { sql } = database
    await sql`insert into secret_key (id, since) values ('before', 1)`
    const first = await openJournalKeys({ sql, vault: before })
    const text = first.seal('{"price":"3"}', 'row 1')
    expect(text).not.toContain('price')
    expect((await openJournalKeys({ sql, vault: before })).open(text, 'row 1')).toBe('{"price":"3"}')
    expect(await keys()).toHaveLength(1)

    // As the rotation does it.
    for (const { id, sealed } of await keys())
      await sql`update journal_key set key_sealed = ${after.seal(before.open(sealed, aboutJournalKey(id)), aboutJournalKey(id))} where id = ${id}` // prettier-ignore
    await sql`update secret_key set id = 'after'`
    const second = await openJournalKeys({ sql, vault: after })
    expect(await keys()).toHaveLength(2)
    expect(second.open(text, 'row 1')).toBe('{"price":"3"}')
    const newer = second.seal('{"price":"4"}', 'row 2')
    expect(second.open(newer, 'row 2')).toBe('{"price":"4"}')
    expect(() => first.open(newer, 'row 2')).toThrow('does not exist')
    expect(() => second.open(newer, 'row 1')).toThrow()
  })

  it('seal JSON into JSON, of one line', async () => {
    const { seal } = await openJournalKeys({ sql: database.sql, vault: after })
    expect(typeof JSON.parse(seal('{}', 'row'))).toBe('string')
    expect(seal('x'.repeat(10_000), 'row')).not.toContain('\n')
  })
})
