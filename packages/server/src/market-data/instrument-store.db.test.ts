import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { call, higher } from '../../test/instruments.ts'
import { createInstrumentStore } from './instrument-store.ts'

const database = withTestDatabase()

/** The transaction that wrote each row last, by the name of its instrument. */
async function writtenBy(): Promise<Readonly<Record<string, string>>> {
  const rows = await database.sql<{ name: string; xmin: string }[]>`select name, xmin::text as xmin from instrument`
  return Object.fromEntries(rows.map(({ name, xmin }) => [name, xmin]))
}

async function opened() {
  await database.sql`delete from instrument`
  const first = createInstrumentStore(database.sql)
  const saved = await first.save([call, higher])
  return { first, saved }
}

describe('the instruments in the database', () => {
  it.each(['the same process', 'the next start'])('are not written again by %s while the venue lists them unchanged', async (which) => {
    const { first, saved } = await opened()
    const before = await writtenBy()
    const store = which === 'the same process' ? first : createInstrumentStore(database.sql)
    if (store !== first) await store.load()
    expect((await store.save([call, higher])).toSorted((a, b) => a.id - b.id)).toEqual(saved)
    expect(await writtenBy()).toEqual(before)
  })

  it('are written alone when they have changed, and keep their id', async () => {
    const { first, saved } = await opened()
    const before = await writtenBy()
    const [renewed] = await first.save([{ ...call, state: 'EXPIRED' }])
    expect(renewed).toEqual({ ...saved.find(({ name }) => name === call.name)!, state: 'EXPIRED' })
    const after = await writtenBy()
    expect([after[call.name] !== before[call.name], after[higher.name] === before[higher.name]]).toEqual([true, true])
    expect(await createInstrumentStore(database.sql).load()).toContainEqual(renewed)
  })
})
