/** DATABASE_URL with several hosts, each a link to the same database. A standby that is promoted is in e2e/src/cluster. */
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from './connect.ts'
import { databaseFailureIn, problemOf } from './unavailable.ts'
import { withTestDatabase } from '../../test/database.ts'

const database = withTestDatabase()

type Link = {
  readonly host: string
  connections(): number
  /** From now on nothing passes, as if the machine were cut off. */
  silence(): void
  close(): void
}

async function openLink(): Promise<Link> {
  const { hostname, port, searchParams } = new URL(database.url)
  const folder = searchParams.get('host')
  const target = () =>
    folder === null ? connectTo(Number(port || 5432), hostname) : connectTo(join(decodeURIComponent(folder), '.s.PGSQL.5432'))
  const pairs = new Map<Socket, Socket>()
  let isSilent = false
  const server = createServer((from) => {
    const to = target()
    pairs.set(from, to)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('data', (bytes) => isSilent || other.write(bytes))
      one.on('error', () => undefined)
      one.on('close', () => {
        pairs.delete(from)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const [from] of pairs) from.destroy()
  }
  onTestFinished(close)
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => pairs.size,
    silence: () => void (isSilent = true),
    close,
  }
}

function open(first: Link, second: Link) {
  const { username, password, pathname } = new URL(database.url)
  const user = `${username}${password === '' ? '' : `:${password}`}`
  const sql = connect(`postgres://${user}@${first.host},${second.host}${pathname}?target_session_attrs=read-write`, {
    max: 2,
    name: 'test',
  })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return sql
}
const answer = async (sql: ReturnType<typeof open>) => (await sql<{ one: number }[]>`select 1 as one`)[0]?.one

it('uses the next host if the one before is lost, and reports it to its listeners', async () => {
  const [first, second] = [await openLink(), await openLink()]
  const sql = open(first, second)
  const received: string[] = []
  await sql.listen('hosts_test', (word) => received.push(word))
  expect(await answer(sql)).toBe(1)
  expect(second.connections()).toBe(0)
  first.close()
  await expect.poll(() => answer(sql).catch(() => undefined), { timeout: 10_000 }).toBe(1)
  expect(second.connections()).toBeGreaterThan(0)
  // A lost connection may have missed notifications, and then carries new ones.
  await expect.poll(() => received, { timeout: 10_000 }).toContain('')
  await sql.unsafe(`notify hosts_test, 'again'`)
  await expect.poll(() => received, { timeout: 10_000 }).toContain('again')
})

it('leaves a host that is silent, and fails the statements that wait for it', async () => {
  const [first, second] = [await openLink(), await openLink()]
  const sql = open(first, second)
  expect(await answer(sql)).toBe(1)
  first.silence()
  const waiting = answer(sql).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(databaseFailureIn(await waiting)).toBeDefined()
  await expect.poll(() => answer(sql).catch(() => undefined), { timeout: 10_000 }).toBe(1)
  expect(second.connections()).toBeGreaterThan(0)
})

it('waits for a host that accepts writes, and leaves one that no longer does', async () => {
  const [first, second] = [await openLink(), await openLink()]
  const sql = open(first, second)
  expect(await answer(sql)).toBe(1)
  const name = new URL(database.url).pathname.slice(1)
  const setting = (value: string) =>
    database.sql.unsafe(`begin read write; alter database ${name} set default_transaction_read_only = ${value}; commit`)
  await setting('on')
  onTestFinished(() =>
    setting('off')
      .execute()
      .then(() => undefined),
  )
  first.close()
  let failure: unknown
  await expect
    .poll(
      async () => {
        failure = await answer(sql).catch((error: unknown) => error)
        const outage = databaseFailureIn(failure)
        return outage && problemOf(outage)
      },
      { timeout: 10_000 },
    )
    .toBe('READ_ONLY')
  expect((failure as Error).message).toContain(`${second.host}: accepts no writes`)
  await setting('off')
  await expect.poll(() => answer(sql).catch(() => undefined), { timeout: 10_000 }).toBe(1)
})
