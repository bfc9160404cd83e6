import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { silent } from '../log/log.ts'
import { asStartProblem } from '../database/start-problem.ts'
import { copyOf, describe as describeBinaries, findBinaries, packageOf, reachableCopy } from './binaries.ts'
import { openCluster } from './cluster.ts'
import { problemFrom } from './create-cluster.ts'
import { withOpenedDatabases } from '../../test/opened-databases.ts'
import { openDatabase, type Database } from './supervisor.ts'
import { databaseUser } from './unprivileged-user.ts'

const isRoot = process.getuid?.() === 0

let dataDir = ''
const openIn = withOpenedDatabases()
const open = (folder = dataDir): Promise<Database> => openIn(folder)

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-supervisor-'))
  chmodSync(dataDir, 0o755)
  return async () => {
    await openCluster({ dataDir, log: silent }).then((left) => left.stop())
    rmSync(dataDir, { recursive: true, force: true })
  }
})

const postmasterPid = (folder = dataDir): number => Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Another Parley in a separate process. It prints `open` or its start problem. */
async function anotherParley(): Promise<{ said: string; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../test/other-process.ts', import.meta.url)), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    said: said.toString().trim(),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('the log of the embedded database', () => {
  it('comes in segments of 1 MB, of which 256 MB are kept for the next burst once they were made', async () => {
    const { sql } = await open()
    const [log] = await sql`select current_setting('wal_segment_size') as segment, current_setting('min_wal_size') as kept`
    expect(log).toEqual({ segment: '1MB', kept: '256MB' })
  })
})

describe('the embedded database is owned from the first start to the last stop', () => {
  it('is made, keeps what was written, and is gone with its owner', async () => {
    const first = await open()
    await first.sql`create table kept (id integer)`
    await first.sql`insert into kept values (1)`
    await first.close()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    expect(await (await open()).sql`select id from kept`).toEqual([{ id: 1 }])
  })

  it('orders text by code point on every machine', async () => {
    const { sql } = await open()
    expect(
      (await sql<{ word: string }[]>`select word from (values ('b'), ('B'), ('é'), ('a')) as list (word) order by word`).map(
        ({ word }) => word,
      ),
    ).toEqual(['B', 'a', 'b', 'é'])
  })

  it('is left alone by a second Parley, which names the first', async () => {
    const { sql } = await open()
    const second = await anotherParley()
    await second.kill()
    expect(second.said).toContain('AlreadyRunning')
    expect(second.said).toContain(`process ${process.pid}`)
    expect(await sql`select 1 as alive`).toEqual([{ alive: 1 }])
  })

  it('is found running after its owner was killed, and is then stopped by who found it', async () => {
    const killed = await anotherParley()
    const pid = postmasterPid()
    await killed.kill()
    expect(killed.said).toBe('open')
    const database = await open()
    expect(postmasterPid()).toBe(pid)
    await database.close()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  it('starts although the number in a left-over postmaster.pid belongs to another program now', async () => {
    await (await open()).close()
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/postgres\n\n\nready\n`,
    )
    expect(await (await open()).sql`select 1 as alive`).toEqual([{ alive: 1 }])
  })

  it('starts although the lock of its socket names a process that is there now', async () => {
    await (await open()).close()
    // PostgreSQL ignores processes of other users.
    const other = spawn('sleep', ['60'], { ...databaseUser().ids, stdio: 'ignore' })
    writeFileSync(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), `${other.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/postgres\n`)
    try {
      expect(await (await open()).sql`select 1 as alive`).toEqual([{ alive: 1 }])
    } finally {
      other.kill()
    }
  })

  it('is started again when it dies under its owner, and the same connections go on', async () => {
    const { sql } = await open()
    const died = postmasterPid()
    process.kill(died, 'SIGKILL')
    await vi.waitFor(() => expect(postmasterPid()).not.toBe(died), { timeout: 50_000, interval: 50 })
    await vi.waitFor(async () => expect(await sql`select 1 as alive`).toEqual([{ alive: 1 }]), { timeout: 50_000, interval: 50 })
  })

  it('starts from a folder whose path is too long for a socket', async () => {
    const long = join(dataDir, 'a-folder-deep-in-a-tree-of-folders', 'with-a-name-that-nobody-would-type-twice', 'data')
    mkdirSync(long, { recursive: true })
    expect(await (await open(long)).sql`select 1 as alive`).toEqual([{ alive: 1 }])
  })

  describe('for root, in a folder that no other user may enter', () => {
    const closedFolder = (): string => {
      const closed = mkdtempSync(join(dataDir, 'closed folder-'))
      chmodSync(closed, 0o700)
      return closed
    }

    it('starts, and keeps what was written', async (context) => {
      if (!isRoot) context.skip('Only root has its database run as another user.')
      const home = join(closedFolder(), 'data')
      const first = await open(home)
      await first.sql`create table kept as select 1 as id`
      await first.close()
      expect(await (await open(home)).sql`select id from kept`).toEqual([{ id: 1 }])
    })

    it('runs programs that lie in it from a copy where its user may walk', (context) => {
      if (!isRoot) context.skip('Only root has its database run as another user.')
      const closed = closedFolder()
      const programs = copyOf(packageOf(findBinaries(join(closed, 'unused'))), join(closed, 'programs'))
      writeFileSync(join(programs, 'package.json'), '{}')
      const binaries = describeBinaries(join(programs, 'native', 'bin'), 'package')!
      const copy = reachableCopy(binaries, closed)
      onTestFinished(() => rmSync(dirname(dirname(copy)), { recursive: true, force: true }))
      expect(copy).toMatch(/^\/var\/cache\/parley\/[0-9a-f]{16}\/native\/bin$/)
      const { status } = spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', join(copy, 'postgres'), '--version'])
      expect(status).toBe(0)
      expect(reachableCopy(binaries, dataDir)).toBe(join(dataDir, 'postgres-bin', 'native', 'bin'))
      rmSync(join(dataDir, 'postgres-bin'), { recursive: true })
    })

    it('has its database started without any right beyond the folder', async (context) => {
      if (!isRoot) context.skip('Only root has its database run as another user.')
      const home = join(closedFolder(), 'data')
      await open(home)
      const status = readFileSync(`/proc/${postmasterPid(home)}/status`, 'utf8')
      expect(status).toMatch(/CapEff:\t0+\n/)
      expect(status).toMatch(/CapPrm:\t0+\n/)
      expect(status).toMatch(/Uid:\t65525\t65525\t65525\t65525\n/)
    })
  })
})

describe('what keeps the database from starting is said in one sentence with what to do', () => {
  const folderWith = (files: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(dataDir, 'broken-'))
    mkdirSync(join(folder, 'postgres'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'postgres', name), text)
    return folder
  }

  it('a folder of another major version', async () => {
    await expect(open(folderWith({ PG_VERSION: '14\n' }))).rejects.toMatchObject({
      kind: 'OtherMajorVersion',
      message: expect.stringMatching(/PostgreSQL 14 .* PostgreSQL \d\d;.*DATABASE_URL/),
    })
  })

  it('a folder that holds something else', async () => {
    await expect(open(folderWith({ 'letter.txt': 'Dear desk' }))).rejects.toMatchObject({
      kind: 'FolderBroken',
      message: expect.stringContaining('move it away'),
    })
  })

  it('a database that lost its files', async () => {
    await (await open()).close()
    const version = readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')
    await expect(open(folderWith({ PG_VERSION: version }))).rejects.toMatchObject({
      kind: 'DatabaseDoesNotStart',
      message: expect.stringContaining('postgresql.conf'),
    })
  })

  it('a file where the folder should be', async () => {
    const file = join(dataDir, 'a-file')
    writeFileSync(file, '')
    await expect(open(file)).rejects.toMatchObject({ kind: 'FolderBroken' })
  })

  it('an invalid address, and one where nothing listens', async () => {
    await expect(openDatabase({ dataDir, url: 'somewhere', log: silent })).rejects.toMatchObject({ kind: 'SettingWrong' })
    await expect(openDatabase({ dataDir, url: `postgres://nobody@localhost/parley?host=${dataDir}`, log: silent })).rejects.toMatchObject({
      kind: 'DatabaseNotReachable',
    })
  })

  const words: [what: string, said: string, kind: string][] = [
    ['a full disk', 'FATAL:  could not write lock file "postmaster.pid": No space left on device', 'DiskFull'],
    ['programs that may not be run', 'invalid binary "/root/parley/bin/initdb": Permission denied', 'FolderNotReachable'],
    ['a missing permission', 'FATAL:  could not open file "global/pg_control": Permission denied', 'PermissionMissing'],
    [
      'an incomplete package',
      'postgres: error while loading shared libraries: libicui18n.so.60: cannot open shared object file',
      'NoBinaries',
    ],
    [
      'a file that is gone',
      'postgres: could not find the database system\nbut could not open file "/data/global/pg_control": No such file or directory',
      'FolderBroken',
    ],
    ['anything else', 'PANIC:  could not locate a valid checkpoint record', 'DatabaseDoesNotStart'],
  ]
  it.each(words)('%s, in the words of PostgreSQL', (_, said, kind) => {
    expect(problemFrom(said, '/data').kind).toBe(kind)
  })

  it.each([
    ['ENOSPC', 'DiskFull'],
    ['EROFS', 'PermissionMissing'],
    ['EACCES', 'PermissionMissing'],
    ['CONNECTION_CLOSED', 'DatabaseNotReachable'],
    ['58P01', 'FolderBroken'],
  ])('%s of the file system or the database', (code, kind) => {
    expect(asStartProblem(Object.assign(new Error(code), { code }), '/data')).toMatchObject({
      kind,
      message: expect.stringContaining('/data'),
    })
  })

  it('an address that this machine lacks, as where the loopback is only ::1', () => {
    const error = Object.assign(new Error('listen EADDRNOTAVAIL: address not available 127.0.0.1'), { code: 'EADDRNOTAVAIL' })
    expect(asStartProblem(error, '/data')).toMatchObject({ kind: 'AddressMissing', message: expect.stringContaining('127.0.0.1') })
  })

  it('a disk that is full for the database', () => {
    expect(asStartProblem(Object.assign(new Error('could not extend file'), { code: '53100' }), '/data')).toMatchObject({
      kind: 'DiskFull',
    })
  })
})
