import { describe, expect, it } from 'vitest'
import { connect } from './connect.ts'
import { withTestDatabase } from '../../test/database.ts'
import { wayTo } from '../../test/way-to-database.ts'

const database = withTestDatabase()

const listeners = async () => (await database.sql`select from pg_stat_activity where application_name = 'all ears'`).count

describe('who listens', () => {
  it('has one connection however often it is cut, also in the middle of being made again, and hears what is notified once', async () => {
    const way = await wayTo(database.url)
    const sql = connect(way.url, { max: 1, name: 'all ears' })
    const received: string[] = []
    await sql.listen('news', (word) => received.push(word))
    await sql.listen('weather', () => undefined)
    for (let round = 1; round <= 5; round++) {
      received.length = 0
      way.cutsToCome = 1
      way.cut()
      await expect.poll(() => received, { timeout: 55_000 }).toEqual([''])
      await database.sql`select pg_notify('news', ${`round ${round}`})`
      await expect.poll(() => received, { timeout: 55_000 }).toEqual(['', `round ${round}`])
      expect(way.made).toBe(1 + 2 * round)
    }
    await expect.poll(listeners, { timeout: 55_000 }).toBe(1)
    await sql.end()
    await expect.poll(listeners, { timeout: 55_000 }).toBe(0)
  })

  it('is heard of from when it is answered, also where it comes while the connection is lost', async () => {
    const way = await wayTo(database.url)
    const sql = connect(way.url, { max: 1, name: 'all ears' })
    const lost = Promise.withResolvers<void>()
    await sql.listen('news', (word) => word === '' && lost.resolve())
    way.cutsToCome = 1
    way.cut()
    await expect.poll(() => way.cutsToCome, { timeout: 55_000 }).toBe(0)
    const received: string[] = []
    await sql.listen('weather', (word) => received.push(word))
    await lost.promise
    await database.sql`select pg_notify('weather', 'rain')`
    await expect.poll(() => received.at(-1), { timeout: 55_000 }).toBe('rain')
    await sql.end()
  })

  it('ends while the connection is lost, and makes it no more', async () => {
    const way = await wayTo(database.url)
    const sql = connect(way.url, { max: 1, name: 'all ears' })
    const received: string[] = []
    const listening = await sql.listen('news', (word) => received.push(word))
    way.cutsToCome = Infinity
    way.cut()
    await expect.poll(() => way.made, { timeout: 55_000 }).toBeGreaterThan(1)
    await listening.unlisten()
    const made = way.made
    way.cutsToCome = 0
    await sql.listen('news', (word) => received.push(word))
    await database.sql`select pg_notify('news', 'first')`
    await expect.poll(() => received, { timeout: 55_000 }).toEqual(['first'])
    expect(way.made).toBe(made + 1)
    await sql.end()
  })

  it('fails if it cannot listen, and the next one tries again', async () => {
    const way = await wayTo(database.url)
    const sql = connect(way.url, { max: 1, name: 'all ears' })
    way.cutsToCome = 1
    await expect(sql.listen('news', () => undefined)).rejects.toThrow()
    const received: string[] = []
    await sql.listen('news', (word) => received.push(word))
    await database.sql`select pg_notify('news', 'first')`
    await expect.poll(() => received, { timeout: 55_000 }).toEqual(['first'])
    await sql.end()
  })
})
