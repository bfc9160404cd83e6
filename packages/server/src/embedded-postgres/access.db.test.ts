import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect, withDatabase } from '../database/connect.ts'
import { findBinaries, initdbOf, postgresOf } from './binaries.ts'
import { databaseEnvironment } from './create-cluster.ts'
import { makeDataFolder } from './data-folder.ts'
import { readPostmaster, urlOf } from './postmaster-file.ts'
import { asOwner } from './roles.ts'
import { isReachable } from './unprivileged-user.ts'
import { withOpenedDatabases } from '../../test/opened-databases.ts'
import type { Database } from './supervisor.ts'

const isRoot = process.getuid?.() === 0
const isOpenToOthers = isReachable(fileURLToPath(import.meta.url))
const CLOSED = 'Another user can run nothing of a checkout in a closed folder.'

let dataDir = ''
const openIn = withOpenedDatabases()
const open = (folder = dataDir): Promise<Database> => openIn(folder)

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-access-'))
  chmodSync(dataDir, 0o755)
  return () => rmSync(dataDir, { recursive: true, force: true })
})

const postmasterPid = (folder: string): number => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

const [NOBODY, DAEMON] = [65_534, 1]

const asUser = (user: number): readonly string[] => [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']

/** A connection as another user of the machine would make it: `connected`, or the error. */
function connectAs(user: number, url: string): string {
  const script = `const { Client } = require('pg'); const client = new Client(process.argv[1])
    client.connect().then(() => (console.log('connected'), client.end()), (error) => console.log(error.code + ' ' + error.message))`
  const { stdout, stderr } = spawnSync('setpriv', [...asUser(user), process.execPath, '-e', script, url], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`.trim()
}

/** As Parley created its database until decision 0676: any user of the machine is a superuser. */
async function makeOpenCluster(home: string): Promise<void> {
  const folder = join(home, 'postgres')
  const binaries = findBinaries(join(home, 'postgres-bin'))
  mkdirSync(folder, { mode: 0o700 })
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const as = { ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}), cwd: '/', env: databaseEnvironment() }
  execFileSync(initdbOf(binaries), ['-D', folder, '--username=parley', '--auth=trust', '--encoding=UTF8', '--locale=C'], {
    ...as,
    stdio: 'ignore',
  })
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`]
  spawn(postgresOf(binaries), ['-D', folder, ...settings], { ...as, detached: true, stdio: 'ignore' }).unref()
  await vi.waitFor(() => expect(readPostmaster(folder)?.status).toBe('ready'), { timeout: 20_000, interval: 50 })
  const url = urlOf(readPostmaster(folder)!, 'postgres')
  const first = connect(url, { max: 1, name: 'test' })
  await first`create database parley`
  await first.end()
  const sql = connect(withDatabase(url, 'parley'), { max: 1, name: 'test' })
  await sql.unsafe(`
    create type mood as enum ('calm'); create sequence counted;
    create table kept (id bigint generated always as identity primary key, word text not null, felt mood);
    create function twice(n bigint) returns bigint language sql as $$ select 2 * n $$;
    create function twice(n integer) returns integer language sql as $$ select 2 * n $$;
    create view seen as select id, word from kept;
    insert into kept (word) values ('a'), ('b')`)
  await sql.end()
}

async function stopPostmaster(home: string): Promise<void> {
  process.kill(postmasterPid(home), 'SIGINT')
  await vi.waitFor(() => expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false), { timeout: 20_000, interval: 50 })
}

describe('the embedded database knows its user', () => {
  it('cannot be reached but through its own private folder, by the user that runs it, whose role is a plain one', async () => {
    const { sql, url } = await open()
    expect(await sql`select current_setting('listen_addresses') as addresses`).toEqual([{ addresses: '' }])
    expect(decodeURIComponent(url)).toContain(join(dataDir, 'postgres'))
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
    const rules = await sql`select type, database, user_name as users, auth_method as method, options from pg_hba_file_rules`.catch(
      (error: unknown) => (error as Error).message,
    )
    expect(rules).toContain('permission denied')
    const [role] = await sql`
      select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as may from pg_roles
      where rolname = current_user`
    expect(role).toEqual({ name: 'parley', may: false })
    const owner = connect(asOwner(url), { max: 1, name: 'test' })
    onTestFinished(() => owner.end())
    expect(
      await owner`select type, database, user_name as users, address, auth_method as method, options from pg_hba_file_rules order by line_number`,
    ).toEqual([
      { type: 'local', database: ['all'], users: ['all'], address: null, method: 'peer', options: ['map=parley'] },
      { type: 'local', database: ['replication'], users: ['all'], address: null, method: 'peer', options: ['map=parley'] },
    ])
  })

  it('closes its folder to other users, and leaves one that holds something else as it is', async () => {
    await open()
    expect(statSync(dataDir).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
    const fresh = join(dataDir, 'fresh', 'data')
    makeDataFolder(fresh)
    expect(statSync(fresh).mode & 0o777).toBe(isRoot ? 0o711 : 0o700)
    const others = join(dataDir, 'others')
    mkdirSync(others)
    chmodSync(others, 0o755)
    writeFileSync(join(others, 'letter.txt'), 'Dear desk')
    makeDataFolder(others)
    expect(statSync(others).mode & 0o777).toBe(0o755)
  })

  it('accepts no other user of the machine, even if its socket can be reached', async (context) => {
    if (!isRoot) context.skip('Only root can try it as another user.')
    if (!isOpenToOthers) context.skip(CLOSED)
    const { url } = await open()
    expect(connectAs(NOBODY, url)).toMatch(/EACCES/)
    chmodSync(join(dataDir, 'postgres'), 0o711)
    const socket = join(dataDir, 'postgres', '.s.PGSQL.5432')
    expect(statSync(socket).mode & 0o777).toBe(0o777)
    for (const user of [url, asOwner(url)]) expect(connectAs(NOBODY, user)).toMatch(/Peer authentication failed/)
    expect(statSync(socket).uid).not.toBe(NOBODY)
    chmodSync(join(dataDir, 'postgres'), 0o700)
  })

  it('lets in no other user where a plain one runs it, and that user itself', async (context) => {
    if (!isRoot) context.skip('Only root can run it as another user.')
    if (!isOpenToOthers) context.skip(CLOSED)
    const home = mkdtempSync(join(dataDir, 'plain-'))
    chownSync(home, DAEMON, DAEMON)
    const script = fileURLToPath(new URL('../../test/other-process.ts', import.meta.url))
    const child = spawn('setpriv', [...asUser(DAEMON), process.execPath, script, home], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString().trim()).toBe('open')
    expect(statSync(home).mode & 0o777).toBe(0o700)
    const folder = join(home, 'postgres')
    const postmaster = readPostmaster(folder)!
    const url = urlOf(postmaster, 'parley')
    expect(connectAs(DAEMON, url)).toBe('connected')
    expect(connectAs(NOBODY, url)).toMatch(/EACCES/)
    for (const closed of [home, folder]) chmodSync(closed, 0o711)
    expect(connectAs(NOBODY, url)).toMatch(/Peer authentication failed/)
    expect(connectAs(0, url)).toMatch(/Peer authentication failed/)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    process.kill(postmaster.pid, 'SIGQUIT')
    await ended
    await vi.waitFor(() => expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false), { timeout: 20_000, interval: 50 })
  })

  it.skipIf(!isOpenToOthers).each(['stopped', 'still running'])(
    'is brought over from the time when every user was its superuser, %s, and nothing is lost',
    async (how) => {
      const home = mkdtempSync(join(dataDir, 'before-'))
      chmodSync(home, 0o755)
      await makeOpenCluster(home)
      if (how === 'stopped') await stopPostmaster(home)
      const { sql, url } = await open(home)
      expect(await sql`select id, word from kept order by id`).toEqual([{ id: 1, word: 'a' }, { id: 2, word: 'b' }]) // prettier-ignore
      await sql`insert into kept (word) values ('c')`
      expect(await sql`select id, twice(id) as twice, word from seen where id = 3`).toEqual([{ id: 3, twice: 6, word: 'c' }])
      await sql.unsafe('alter table kept add column more integer; create table fresh (id integer); create or replace function twice(n integer) returns integer language sql as $$ select n + n $$') // prettier-ignore
      expect(await sql`select rolname as name, rolsuper as super from pg_roles where rolname ~ '^parley' order by rolname`).toEqual([
        { name: 'parley', super: false },
        { name: 'parley_before', super: true },
        { name: 'parley_owner', super: true },
      ])
      const [owned] = await sql`select pg_get_userbyid(datdba) as owner from pg_database where datname = 'parley'`
      expect(owned).toEqual({ owner: 'parley' })
      if (!isRoot) return
      chmodSync(join(home, 'postgres'), 0o711)
      expect(connectAs(NOBODY, url)).toMatch(/Peer authentication failed/)
    },
  )
})
