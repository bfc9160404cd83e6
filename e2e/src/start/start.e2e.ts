import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@parley/client'
import { obCalls, protectionCalls } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../account/session-client.ts'
import { inDatabase } from '../in-database.ts'
import { freePort, newDataDir, removeDataDir, type Demo } from '../product.ts'
import { nothingLeft, npm, processesOf, run, until, type Command } from './command.ts'

const START = ['start', '--silent']
const READY = /Parley is ready at http:\/\/localhost:\d+\n/
/** A loaded machine is slower than a new user's. */
const soon = { timeout: 60_000, interval: 100 }
const isRoot = process.getuid?.() === 0

const demoOf = (dataDir: string): Demo => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo

/** The messages that a new user sees if a start fails: sentences, without any internals. */
async function refused(env: Record<string, string>): Promise<string> {
  const { code, output } = await run(START, env)
  expect(code, output).toBe(1)
  expect(output).not.toMatch(/^\s+at |Error:|node:internal/m)
  return output.trim().split('\n').at(-1)!
}

/** As the owner of the database could, after removing the journal's guard. */
const withoutGuard = (statement: string): string =>
  `alter table journal disable trigger user; ${statement}; alter table journal enable trigger user`

describe('npm start, while it runs', () => {
  const dataDir = newDataDir()
  let port = 0
  let parley: Command
  beforeAll(async () => {
    port = await freePort()
    parley = npm([...START, '--', '--seed', '7'], { DATA_DIR: dataDir, PORT: `${port}` })
    await parley.says(/Ctrl-C to stop everything/)
  })
  afterAll(async () => {
    parley.signal('SIGTERM')
    await nothingLeft(dataDir, [parley])
    removeDataDir(dataDir)
  })

  it('says where it is, where its letters are, and who may sign in', () => {
    expect(parley.output()).toMatch(READY)
    expect(parley.output()).toContain(`http://localhost:${port}\n`)
    expect(parley.output()).toContain(`Demo mail: http://localhost:${port}/dev/mail`)
    for (const { email, password } of demoOf(dataDir).users) expect(parley.output()).toMatch(new RegExp(`${email} +${password}\n`))
  })

  it('keeps what it made in demo.json, exactly and for its owner only', () => {
    const demo = demoOf(dataDir)
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
    expect(Object.keys(demo)).toEqual(['baseUrl', 'operator', 'users', 'desks', 'venueControl'])
    expect(Object.keys(demo.operator)).toEqual(['name', 'password', 'totpSecret'])
    expect(demo.baseUrl).toBe(`http://localhost:${port}`)
    for (const user of demo.users) expect(Object.keys(user)).toEqual(['email', 'password', 'name', 'desk', 'role'])
    for (const desk of demo.desks) {
      expect(Object.keys(desk)).toEqual(['ticker', 'name', 'simulated', 'accessKey', 'secretKey', 'accounts'])
      expect(desk.accounts).toEqual({ DBT: expect.stringMatching(/./), BYB: expect.stringMatching(/./), BIT: expect.stringMatching(/./) })
    }
    expect(demo.desks.filter(({ simulated }) => !simulated).map(({ ticker }) => ticker)).toEqual([demo.users[0]!.desk, demo.users[2]!.desk])
    expect(demo.desks.filter(({ simulated }) => simulated).length).toBeGreaterThanOrEqual(6)
  })

  it('has an order book that lives: two sides, also in a new market, and again after makers were swept', async () => {
    const { baseUrl, desks, users } = demoOf(dataDir)
    const { accessKey, secretKey, ticker } = desks[0]!
    const client = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
    const bookOf = (id: number) => client.call(obCalls.getRfqQuotes, { params: { id } })
    const hasTwoSides = async (id: number) => {
      const { bids, asks } = await bookOf(id)
      return bids.length > 0 && asks.length > 0
    }
    const markets = async () => (await client.call(obCalls.listRfqs, { query: { status: 'ACTIVE' } })).results
    await expect.poll(async () => (await Promise.all((await markets()).map(({ id }) => hasTwoSides(id)))).includes(true), soon).toBe(true)

    const { legs, venue } = (await markets())[0]!
    const [{ instrument_id }] = legs as [(typeof legs)[number]]
    const own = await client.call(obCalls.createRfq, { body: { venue, legs: [{ instrument_id, side: 'BUY' }] } })
    await expect.poll(() => hasTwoSides(own.id), soon).toBe(true)

    // Everything offered may be worth more than a new desk's limit.
    const administrator = users.find(({ desk, role }) => desk === ticker && role === 'administrator')!
    const bounds = { most_notional: null, most_deviation_percent: null }
    await (await clientOf({ baseUrl }, administrator)).call(protectionCalls.setDeskBounds, { body: bounds })
    // A maker with two quotes is hit twice at once: its protection cancels everything until it resets.
    const { asks } = await bookOf(own.id)
    const quantity = String(asks.reduce((sum, { remaining_quantity }) => sum + Number(remaining_quantity), 0))
    const body = { side: 'BUY', quantity, price: asks.at(-1)!.price, ioc: true }
    const taken = await client.call(obCalls.createQuote, { params: { id: own.id }, body })
    expect(Number(taken.quantities.filled)).toBeGreaterThan(0)
    await expect.poll(() => hasTwoSides(own.id), { timeout: 60_000, interval: 250 }).toBe(true)
  })

  it('is left alone by a second start, which says so', async () => {
    const other = await freePort()
    expect(await refused({ DATA_DIR: dataDir, PORT: `${port}` })).toBe(
      `Parley is already running at http://localhost:${port}; use that one, or stop it first.`,
    )
    expect(await refused({ DATA_DIR: dataDir, PORT: `${other}` })).toMatch(
      /^Parley is already running on \S+ \(process \d+\); use that one/,
    )
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  })
})

describe('a start that cannot be says in one sentence what to do', () => {
  it('where the port is in use', async () => {
    const dataDir = newDataDir()
    const taken = createServer((_, response) => response.end('something else')).listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    try {
      const sentence = await refused({ DATA_DIR: dataDir, PORT: `${port}` })
      expect(sentence).toBe(`Port ${port} is in use; stop what uses it, or choose another with PORT=${port + 1}.`)
      expect(processesOf(dataDir)).toEqual([])
    } finally {
      taken.close()
      removeDataDir(dataDir)
    }
  })

  it('where the folder is a file, or holds no whole database', async () => {
    const dataDir = newDataDir()
    const port = `${await freePort()}`
    try {
      const file = join(dataDir, 'file')
      writeFileSync(file, '')
      expect(await refused({ DATA_DIR: file, PORT: port })).toMatch(/is not a folder; remove the file that is in its place/)
      mkdirSync(join(dataDir, 'postgres'))
      writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '')
      expect(await refused({ DATA_DIR: dataDir, PORT: port })).toMatch(/is not a complete database .* put a backup in its place/)
      writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '14\n')
      expect(await refused({ DATA_DIR: dataDir, PORT: port })).toMatch(/was created by PostgreSQL 14 .* set DATABASE_URL/)
    } finally {
      removeDataDir(dataDir)
    }
  })

  it('where the folder may not be written, or its disk is full', async () => {
    const dataDir = newDataDir()
    const port = `${await freePort()}`
    const mounted = (options: string) => isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dataDir]).status === 0
    try {
      if (!mounted('ro,size=1m')) {
        console.log('Not tried, because only root with the right to mount can: a folder on a read-only disk and on a full one.')
        if (isRoot) return
        spawnSync('chmod', ['555', dataDir])
        expect(await refused({ DATA_DIR: dataDir, PORT: port })).toMatch(/is not writable for this user/)
        return
      }
      expect(await refused({ DATA_DIR: dataDir, PORT: port })).toMatch(/is not writable for this user/)
      expect(spawnSync('umount', [dataDir]).status).toBe(0)
      expect(mounted('size=8m')).toBe(true)
      expect(await refused({ DATA_DIR: dataDir, PORT: port })).toMatch(/is full; free at least 300 MB/)
    } finally {
      if (isRoot) spawnSync('umount', [dataDir])
      else spawnSync('chmod', ['755', dataDir])
      removeDataDir(dataDir)
    }
  })
})

describe('npm start, killed and started again', () => {
  it('goes on where it was; a hand in its journal is found; Ctrl-C leaves nothing behind', async () => {
    const dataDir = newDataDir()
    const env = { DATA_DIR: dataDir, PORT: `${await freePort()}` }
    const start = () => npm([...START, '--', '--seed', '7', '--scenario', 'busy'], env)
    const commands = [start()]
    try {
      await commands[0]!.says(/Ctrl-C to stop everything/)
      const before = demoOf(dataDir)
      await inDatabase(dataDir, async (query) => {
        const hasTraded = async () => (await query("select from journal where shard = 'DBT-BTC' limit 1")).length > 0
        while (!(await hasTraded())) await new Promise((resolve) => setTimeout(resolve, 100))
      })
      commands[0]!.signal('SIGKILL')
      await until(() => commands[0]!.isGone(), 'the end of the group')

      // Its database has outlived it, so the journal can be read and tampered with.
      expect(await run(['run', '--silent', 'replay', '--', '--check'], env)).toEqual({
        code: 0,
        output: expect.stringMatching(/^DBT-BTC: \d+ rows, no gaps, all hashes valid;/m),
      })
      await inDatabase(dataDir, (query) => query(withoutGuard("update journal set at = at + 1 where shard = 'DBT-BTC' and seq = 1")))
      expect(await run(['run', '--silent', 'replay', '--', '--check'], env)).toEqual({
        code: 1,
        output: expect.stringContaining('DBT-BTC: Row 1 has been altered.'),
      })
      const again = start()
      commands.push(again)
      await again.says(/Ctrl-C to stop everything/)
      const journal = async () => ((await (await fetch(`http://localhost:${env.PORT}/readyz`)).json()) as { journal: string }).journal
      await expect.poll(journal, soon).toBe('differs')
      await inDatabase(dataDir, (query) => query(withoutGuard("update journal set at = at - 1 where shard = 'DBT-BTC' and seq = 1")))
      // The venue's own port is different at each start.
      expect(demoOf(dataDir)).toEqual({ ...before, venueControl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/) })
      again.signal('SIGINT')
      await again.ended
      await until(() => again.isGone(), 'the end of the group')
      expect(again.output()).toMatch(/Stopping…\s*$/)
      expect(processesOf(dataDir)).toEqual([])
      expect(await run(['run', '--silent', 'replay', '--', '--check'], env)).toMatchObject({ code: 0 })
      expect(processesOf(dataDir)).toEqual([])
    } finally {
      for (const command of commands) command.signal('SIGKILL')
      for (const line of processesOf(dataDir)) process.kill(Number.parseInt(line), 'SIGQUIT')
      await nothingLeft(dataDir, commands)
      removeDataDir(dataDir)
    }
  })
})
