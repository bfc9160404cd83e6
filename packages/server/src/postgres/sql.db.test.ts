import { describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { withTestDatabase } from './test-database.ts'

const database = withTestDatabase()

const cut = async (pid: number): Promise<void> => {
  const administrator = connect(database.url, { max: 1, name: 'administrator' })
  await administrator`select pg_terminate_backend(${pid}, 10000)`
  await administrator.end()
}

describe('a transaction whose connection is lost', () => {
  it('fails while it does nothing, and the next one has another connection', async () => {
    const lost = database.sql.begin(async (sql) => {
      const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      await cut(own!.pid)
      await sql`select 1`
    })
    await expect(lost).rejects.toThrow()
    expect(await database.sql.begin((sql) => sql`select 1 as alive`)).toEqual([{ alive: 1 }])
  })

  it('fails in the middle of a statement', async () => {
    const lost = database.sql.begin(async (sql) => {
      const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      await Promise.all([sql`select pg_sleep(60)`, cut(own!.pid)])
    })
    await expect(lost).rejects.toThrow()
  })

  it('leaves a refusal of its work as it is, and nothing of it written', async () => {
    await database.sql`create table half_done (id integer)`
    const refused = database.sql.begin(async (sql) => {
      await sql`insert into half_done values (1)`
      throw new Error('changed my mind')
    })
    await expect(refused).rejects.toThrow('changed my mind')
    expect(await database.sql`select id from half_done`).toEqual([])
  })
})
