import { describe, expect, it, vi } from 'vitest'
import { connect } from './connect.ts'
import { withTestDatabase } from '../../test/database.ts'

const database = withTestDatabase()

const cut = async (...pids: readonly number[]): Promise<void> => {
  const administrator = connect(database.url, { max: 1, name: 'administrator' })
  await administrator`select pg_terminate_backend(pid, 10000) from unnest(${pids}::int[]) as pid`
  await administrator.end()
}

describe('what is read and written', () => {
  it('comes back as it went in', async () => {
    const sent = {
      count: 2 ** 40,
      price: '0.0400',
      at: new Date(1_700_000_000_123),
      words: ['a', 'b"c', '{d}'],
      code: Buffer.from([0, 255]),
    }
    const [got] = await database.sql`
      select ${sent.count}::bigint as count, ${sent.price}::numeric as price, ${sent.at}::timestamptz as at,
        ${sent.words}::text[] as words, ${sent.code}::bytea as code`
    expect(got).toEqual(sent)
  })

  it('knows days, exact lists, JSON and what is missing', async () => {
    const [got] = await database.sql`
      select date '2026-11-22' as day, array[1.10, 2]::numeric[] as exact, array[1, 2]::bigint[] as counts, ${database.sql.json([{ a: 1 }])}::jsonb as json, null as nothing`
    expect(got).toEqual({ day: new Date('2026-11-22'), exact: ['1.10', '2'], counts: [1, 2], json: [{ a: 1 }], nothing: null })
  })

  it('is never a number that is not exact', async () => {
    await expect(database.sql`select ${'9007199254740993'}::bigint as much`.execute()).rejects.toThrow('select it as text')
  })

  it('tells when a large statement has left, which is before it is answered', async () => {
    const said: string[] = []
    await database.sql`select ${'x'.repeat(8_000_000)} as text`.execute(() => said.push('left')).then(() => said.push('answered'))
    expect(said).toEqual(['left', 'answered'])
  })

  it('tells once when a small one has left', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let received = 0
    const answered = database.sql`select 1`.execute(() => {
      received += 1
      resolve()
    })
    await Promise.all([answered, promise])
    expect(received).toBe(1)
  })

  it('counts the rows that were touched', async () => {
    await database.sql`create table counted (id integer)`
    expect((await database.sql`insert into counted select generate_series(1, 3)`).count).toBe(3)
    expect((await database.sql`delete from counted where id > 5`).count).toBe(0)
    expect((await database.sql.unsafe('select 1 as a; select from counted')).count).toBe(3)
  })

  it('comes in pages inside a transaction', async () => {
    const pages = await database.sql.begin(async (sql) => {
      const sizes: number[] = []
      for await (const page of sql`select n from generate_series(1, ${25}::int) as n`.cursor(10)) sizes.push(page.length)
      return sizes
    })
    expect(pages).toEqual([10, 10, 5])
  })
})

describe('a transaction', () => {
  it('leaves a refusal of its work as it is, and nothing of it written', async () => {
    await database.sql`create table half_done (id integer)`
    const refused = database.sql.begin(async (sql) => {
      await sql`insert into half_done values (1)`
      throw new Error('changed my mind')
    })
    await expect(refused).rejects.toThrow('changed my mind')
    expect(await database.sql`select id from half_done`).toEqual([])
  })

  it('is not done where a statement failed, although its work passed that over', async () => {
    await database.sql`create table passed_over (id integer)`
    const passedOver = database.sql.begin(async (sql) => {
      await sql`insert into passed_over values (1)`
      await sql`select 1 / 0`.catch(() => undefined)
    })
    await expect(passedOver).rejects.toThrow('so the transaction was rolled back')
    expect(await database.sql`select id from passed_over`).toEqual([])
  })

  it('takes no word after its end', async () => {
    const left = await database.sql.begin(async (sql) => [sql`select 1`] as const)
    await expect(left[0].execute()).rejects.toThrow('returned to the pool')
  })

  it('sends its statements in the order in which they were started', async () => {
    const places = await database.sql.begin((sql) => Promise.all([1, 2, 3].map((place) => sql`select ${place}::int as place`)))
    expect(places.flat()).toEqual([{ place: 1 }, { place: 2 }, { place: 3 }])
  })
})

describe('a connection that is lost', () => {
  it('fails a transaction that does nothing, and the next one has another connection', async () => {
    const lost = database.sql.begin(async (sql) => {
      const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      await cut(own!.pid)
      await sql`select 1`
    })
    await expect(lost).rejects.toThrow()
    expect(await database.sql.begin((sql) => sql`select 1 as alive`)).toEqual([{ alive: 1 }])
  })

  it('fails a transaction in the middle of a statement', async () => {
    const lost = database.sql.begin(async (sql) => {
      const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      await Promise.all([sql`select pg_sleep(60)`, cut(own!.pid)])
    })
    await expect(lost).rejects.toThrow()
  })

  it('is replaced, even if a statement is sent on it in the same turn in which it is lost', async () => {
    const sql = connect(database.url, { max: 3, name: 'cut again and again' })
    for (let round = 0; round < 8; round++) {
      const pids = await Promise.all(
        [1, 2, 3].map(async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.001)`)[0]!.pid),
      )
      const gone = cut(...pids)
      let isGone = false
      void gone.finally(() => (isGone = true))
      const said: Promise<unknown>[] = []
      while (!isGone) {
        await new Promise((resolve) => setImmediate(resolve))
        if (said.length < 200)
          said.push(
            sql`select 1`.then(
              () => 'answered',
              () => 'failed',
            ),
          )
      }
      expect(await Promise.all(said)).toHaveLength(said.length)
      expect(await sql`select 1 as alive`).toEqual([{ alive: 1 }])
    }
    await sql.end()
  })

  it('that listens hears an empty word when it is back, and then what is notified', async () => {
    const sql = connect(database.url, { max: 1, name: 'listener' })
    const received: string[] = []
    const listening = await sql.listen('news', (word) => received.push(word))
    await database.sql`select pg_notify('news', 'first')`
    await expect.poll(() => received).toEqual(['first'])
    const rows = await database.sql<
      { pid: number }[]
    >`select pid from pg_stat_activity where application_name = 'listener' and query like 'listen%'`
    await cut(...rows.map(({ pid }) => pid))
    await expect.poll(() => received).toEqual(['first', ''])
    await database.sql`select pg_notify('news', 'second')`
    await expect.poll(() => received).toEqual(['first', '', 'second'])
    await listening.unlisten()
    await sql.end()
  })

  it('ends abandoned connections when their time is over', async () => {
    const sql = connect(database.url, { max: 1, name: 'ending' })
    const slow = sql`select pg_sleep(60)`.then(
      () => 'done',
      () => 'ended',
    )
    await expect.poll(async () => (await database.sql`select from pg_stat_activity where application_name = 'ending'`).count).toBe(1)
    await sql.end({ timeout: 0.05 })
    expect(await slow).toBe('ended')
  })
})

describe('idle connections', () => {
  const connectionsOf = async (name: string): Promise<number> => {
    const rows = await database.sql`select from pg_stat_activity where application_name = ${name}`
    return rows.length
  }
  const useFourAtOnce = async (own: ReturnType<typeof connect>): Promise<void> => {
    const four = await Promise.all(Array.from({ length: 4 }, () => own.reserve()))
    for (const one of four) one.release()
  }

  it('are closed, except for those that are kept', async () => {
    const own = connect(database.url, { max: 4, name: 'closes', idle: { closeAfterMs: 1, kept: 2 } })
    await useFourAtOnce(own)
    await vi.waitFor(async () => expect(await connectionsOf('closes')).toBe(2), { timeout: 30_000 })
    await useFourAtOnce(own)
    await own.end()
  })

  it('stay open without that setting', async () => {
    const own = connect(database.url, { max: 4, name: 'stays' })
    await useFourAtOnce(own)
    expect(await connectionsOf('stays')).toBe(4)
    await own.end()
  })
})
