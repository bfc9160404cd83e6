import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { withTestDatabase } from '../../test/database.ts'
import { silent } from '../log/log.ts'
import { openBook, type Book } from '../accounts/accounts-snapshot.ts'
import { createVault } from '../vault/vault.ts'
import { runCommand } from './operator-command.ts'
import { createPasswords } from '../accounts/sign-in/passwords.ts'
import { lightWork } from '../../test/light-work.ts'
import type { Operator } from './operator.ts'
import { wireOperator } from './wire-operator.ts'

const database = withTestDatabase()
let book: Book
const passwords = createPasswords(lightWork)
let operator: Operator
let platform: Platform
const vault = createVault(new Uint8Array(32))
const clock = { now: 1_800_000_000_000 }
beforeAll(async () => {
  const { sql } = database
  book = await openBook(sql, silent)
  platform = await openPlatform({ sql, now: () => clock.now, log: silent })
  operator = wireOperator({ sql, book, vault, platform, passwords, publicUrl: 'https://parley.example', now: () => clock.now })
  return () => book.close()
})

const run = (...args: string[]) => runReading('', ...args)
/** With this on standard input. */
const runReading = (input: string, ...args: string[]) =>
  runCommand({ operator, book, sql: database.sql, platform, vault, passwords, dataDir: '/nowhere', now: () => clock.now }, args, {
    isTerminal: false,
    read: async () => input,
  })
/** A user at a terminal gives this answer. */
const runAsked = (answer: string, ...args: string[]) =>
  runCommand({ operator, book, sql: database.sql, platform, vault, passwords, dataDir: '/nowhere', now: () => clock.now }, args, {
    isTerminal: true,
    read: async () => answer,
  })
const venueAccount = ['add-venue-account', '--desk', 'ORRY', '--venue', 'DBT', '--name', 'main', '--client-id', 'i'] as const
const nightingale = ['create-user', '--email', 'nightingale@y.example', '--first', 'a', '--last', 'b', '--desk', 'ORRY'] as const
const ada = ['--email', 'ada@orrery.example'] as const
const mailsTo = async (recipient: string) =>
  (await database.sql<{ n: number }[]>`select count(*)::int as n from mail where recipient = ${recipient}`)[0]!.n

describe('an operator', () => {
  it('makes firms, desks and people, and what is given twice is made once', async () => {
    for (let times = 0; times < 2; times++) {
      expect(await run('create-desk', '--ticker', 'orry', '--name', 'Orrery', '--firm', 'Orrery Ltd')).toBe('Desk ORRY')
      await run('create-desk', '--ticker', 'KEST', '--name', 'Kestrel', '--firm', 'Kestrel Ltd', '--maker')
      await runReading(
        'long enough 1',
        'create-user',
        '--email',
        'ada@orrery.example',
        '--first',
        'Ada',
        '--last',
        'Orr',
        '--desk',
        'ORRY',
        '--role',
        'administrator',
        '--password',
        '-',
      )
      await run('approve', '--desk', 'ORRY', '--with', 'KEST')
      await runReading('s', ...venueAccount, '--client-secret', '-')
    }
    // Keys that are shown only once cannot be returned again.
    const createKey = () => run('create-key', '--desk', 'ORRY', '--name', 'bot')
    expect(await createKey()).toMatch(/^access key {2}\w{24}\nsecret key {2}/)
    await expect(createKey()).rejects.toThrow('The desk already has a key with that name')
    expect(await run('list')).toMatch(
      /^KEST   Kestrel, Kestrel Ltd, market maker\nORRY   Orrery, Orrery Ltd\n         ada@orrery.example  administrator\n/,
    )
    expect(book.accounts.users.size).toBe(1)
    const bounded = await database.sql`select desk, most_notional, most_deviation_percent from desk_bounds order by desk`
    expect(bounded.map((row) => Object.values(row).join(' '))).toEqual(['KEST 25000000 50', 'ORRY 25000000 50'])
    await run('create-desk', '--ticker', 'PROG', '--name', 'Programs', '--firm', 'Orrery Ltd', '--without-limits')
    expect(await database.sql`select desk from desk_bounds where desk = 'PROG'`).toHaveLength(0)
    expect([...book.accounts.standings.values()].map(({ approval }) => approval.state)).toEqual(['APPROVED'])
  })

  it.each([
    [['frob'], 'There is no command frob'],
    [['create-desk'], 'create-desk needs --ticker'],
    [['create-desk', '--ticker', 'toolong', '--name', 'x', '--firm', 'y'], 'A ticker must have 3 to 6 capital letters or digits'],
    [['create-user', '--email', 'x@y.example', '--first', 'a', '--last', 'b', '--desk', 'NONE'], 'No desk NONE'],
    [['create-user', '--email', 'xy', '--first', 'a', '--last', 'b', '--desk', 'ORRY'], 'xy is not an email address'],
    [['create-user', '--email', 'x@y.example', '--first', 'a', '--last', 'b', '--desk', 'ORRY', '--role', 'boss'], '--role must be one of'],
    [['approve', '--desk', 'ORRY', '--with', 'ORRY'], 'A desk does not need to approve itself'],
    [['list', '--what'], "Unknown option '--what'"],
    [['list', 'everything'], 'everything does not belong to an option'],
    [['set-role', ...ada, '--desk', 'ORRY'], 'set-role needs --role'],
    [['set-role', ...ada, '--desk', 'ORRY', '--role', 'viewer'], 'A desk must have at least one active administrator'],
    [['set-role', ...ada, '--desk', 'KEST', '--role', 'viewer'], 'belongs to a different firm'],
    [['suspend-user', '--email', 'nobody@orrery.example'], 'No user has the email address nobody@orrery.example'],
    [['suspend-desk', '--desk', 'NONE'], 'No desk NONE'],
    [['end-sessions'], 'end-sessions needs --email'],
    [['invite', '--email', 'xy', '--desk', 'ORRY'], 'Invalid Email'],
    [['restrict-country', '--country', 'Narnia'], 'is not a known country'],
    [['restrict-address', '--address', '300.0.0.1'], 'is not an IP address or a network'],
    [['lift-address', '--address', '192.0.2.1'], 'is not on the list'],
    [['audit', '--export', ''], '--export needs a file name'],
    [['constructor'], 'There is no command constructor'],
  ])('is told what is wrong with %j', async (args, words) => {
    await expect(run(...args)).rejects.toThrow(words)
  })

  it.each([
    ['short', 'at least 10 characters'],
    ['password1234', 'too common'],
    ['nightingale7', 'too similar to your email'],
    ['', 'The password is empty'],
  ])('is told what is wrong with the password %j', async (password, words) => {
    await expect(runReading(password, ...nightingale, '--password', '-')).rejects.toThrow(words)
  })

  it.each([
    [nightingale, 'password'],
    [venueAccount, 'client-secret'],
  ] as const)('gives a secret by standard input, a file or an answer, and never as an argument: %j --%s', async (command, name) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-secret-'))
    const file = join(folder, 'secret')
    try {
      const refused = new RegExp(`^--${name} does not accept the secret itself, .* use --${name} - and .*--${name}-file`)
      await expect(run(...command, `--${name}`, 'gravel lantern harbour')).rejects.toThrow(refused)
      await expect(run('list', `--${name}`, 'gravel lantern harbour')).rejects.toThrow(refused)
      await expect(run(...command, `--${name}-file`, file)).rejects.toThrow(/secret cannot be read: ENOENT/)
      for (const [text, words] of [
        ['', 'is empty'],
        ['one\ntwo\n', 'a secret must be one line'],
        ['x'.repeat(5_000), 'more than 4096 bytes'],
      ] as const) {
        writeFileSync(file, text)
        await expect(run(...command, `--${name}-file`, file)).rejects.toThrow(words)
      }
      writeFileSync(file, 'gravel lantern harbour\n')
      await expect(run(...command, `--${name}`, '-', `--${name}-file`, file)).rejects.toThrow('not both')
      const known = await runReading('gravel lantern harbour', ...command, `--${name}`, '-')
      expect(await run(...command, `--${name}-file`, file)).toBe(known)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is asked for a required secret, and told how to give it without a terminal', async () => {
    await expect(run(...venueAccount)).rejects.toThrow(
      'add-venue-account needs --client-secret - (and it on standard input) or --client-secret-file',
    )
    expect(await runAsked('gravel lantern harbour', ...venueAccount)).toMatch(/^Account /)
  })

  // Proves A 6.10.
  it('invites a person; the key leaves by mail and is shown with its link', async () => {
    const said = await run('invite', '--email', 'new@orrery.example', '--desk', 'orry', '--role', 'dov_user', '--first', 'Noa')
    expect(said).toMatch(/will be sent by email\. The link also works without it\.\nlink {8}https:\/\/parley\.example\/register\//)
    expect(await mailsTo('new@orrery.example')).toBe(1)
    const [row] = await database.sql`select role, first_name, created_by from invitation`
    expect(row).toEqual({ role: 'dov_user', first_name: 'Noa', created_by: 'operator' })
  })

  // Proves A 1.8.
  it('suspends and restores a person, twice as once, and lists what they are', async () => {
    const before = await mailsTo(ada[1])
    for (let times = 0; times < 2; times++) await run('suspend-user', ...ada, '--why', 'asked by compliance')
    expect(book.accounts.usersByEmail.get(ada[1])?.suspendedAt).toBeTypeOf('number')
    expect(await run('list')).toContain('ada@orrery.example  administrator (suspended by the operator)')
    for (let times = 0; times < 2; times++) await run('restore-user', ...ada)
    expect(book.accounts.usersByEmail.get(ada[1])?.suspendedAt).toBeNull()
    expect(await mailsTo(ada[1])).toBe(before + 2)
    expect(await run('audit', '--desk', 'ORRY')).toMatch(/RestoreUser[^]*SuspendUser/)
  })

  // Proves A 1.9.
  it('suspends and restores a desk', async () => {
    await run('suspend-desk', '--desk', 'kest')
    expect(await run('list')).toContain('KEST   Kestrel, Kestrel Ltd, market maker (suspended)')
    await run('restore-desk', '--desk', 'KEST')
    expect(await run('list')).not.toContain('(suspended)')
  })

  it('ends sessions, and takes the factors of a person who has lost them', async () => {
    const { id } = book.accounts.usersByEmail.get(ada[1])!
    await run('end-sessions', ...ada)
    expect(book.accounts.users.get(id)?.sessionsEndedAt).toBe(clock.now)
    await database.sql`update app_user set totp_enabled_at = 1, totp_secret_sealed = '\\x00' where id = ${id}`
    await database.sql`insert into backup_code (app_user, code_hash, created_at) values (${id}, '\\x01', 1)`
    await database.sql`insert into passkey (id, app_user, name, public_key, counter, is_synced, created_at) values ('p', ${id}, 'key', '\\x01', 0, false, 1)`
    const before = await mailsTo(ada[1])
    await run('reset-two-factor', ...ada)
    expect(book.accounts.users.get(id)).toMatchObject({ totpEnabledAt: null, hasPasskey: false, sessionsEndedAt: clock.now })
    expect(await database.sql`select from backup_code`).toHaveLength(0)
    expect(await mailsTo(ada[1])).toBe(before + 1)
    expect(await run('audit')).toContain('ResetTwoFactor')
  })

  it('gives a role, also to one who was removed', async () => {
    await run('create-user', '--email', 'vi@orrery.example', '--first', 'Vi', '--last', 'Orr', '--desk', 'ORRY', '--role', 'viewer')
    await run('set-role', '--email', 'vi@orrery.example', '--desk', 'ORRY', '--role', 'prime_viewer')
    expect(await run('list')).toContain('vi@orrery.example  prime_viewer')
    const { id } = book.accounts.usersByEmail.get('vi@orrery.example')!
    await database.sql`delete from membership where app_user = ${id}`
    await book.refresh()
    expect(await run('list')).toContain('Users without a desk\n         vi@orrery.example')
    await run('set-role', '--email', 'vi@orrery.example', '--desk', 'ORRY', '--role', 'dov_user')
    expect(await run('list')).toContain('vi@orrery.example  dov_user')
  })

  it('restricts countries and networks, and lifts that', async () => {
    await run('restrict-address', '--address', '203.0.113.9/24')
    expect(await run('list')).toContain('         address 203.0.113.0/24')
    await run('lift-address', '--address', '203.0.113.0/24')
    await run('restrict-country', '--country', 'no')
    expect(await run('list')).toContain('         country NO')
    await run('lift-country', '--country', 'NO')
    expect(await run('list')).not.toMatch(/country NO|203\.0\.113/)
  })

  // Proves A 1.10.
  it('disables a person for good', async () => {
    await run('disable-user', '--email', 'vi@orrery.example')
    expect(await run('list')).toContain('vi@orrery.example  dov_user (disabled)')
  })

  it('reads, checks and exports the audit log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-audit-'))
    try {
      expect(await run('audit', '--check')).toMatch(/^The audit log is intact: \d+ entries\. Its head is \d+ [0-9a-f]{64} [0-9a-f]{72}$/)
      const [, head = ''] = /head is (.+)$/.exec(await run('audit', '--check'))!
      expect(await run('audit', '--check', '--head', head)).toContain('The audit log is intact')
      const later = `99999 ${'cd'.repeat(32)}`
      const gone = run('audit', '--check', '--head', `${later} ${vault.sign(`audit ${later}`)}`)
      await expect(gone).rejects.toThrow('Row 99999 was once the newest')
      // Neither a different number under the same signature nor the signature of a journal is valid.
      await expect(run('audit', '--check', '--head', head.replace(/^\d+/, '99999'))).rejects.toThrow('not signed with the current key')
      await expect(run('audit', '--check', '--head', `${later} ${vault.sign(later)}`)).rejects.toThrow('not signed with the current key')
      await expect(run('audit', '--check', '--head', 'x')).rejects.toThrow('--head must have the form used in the log')
      const n = (await database.sql`select from audit`).length
      const file = join(folder, 'audit.jsonl')
      expect(await run('audit', '--export', file)).toBe(`${n} entries were written to ${file}.`)
      expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(n)
      await expect(run('audit', '--export', file)).rejects.toThrow('already exists')
      await expect(run('audit', '--export', join(folder, 'no', 'such.csv'))).rejects.toThrow('cannot be written: ENOENT')
      const csv = join(folder, 'audit.csv')
      expect(await run('audit', '--export', csv, '--desk', 'KEST')).toMatch(/^\d+ entries were written to/)
      expect(existsSync(csv)).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reports an audit log that is not intact', async () => {
    await database.sql.begin(async (tx) => {
      await tx.unsafe('alter table audit disable trigger user')
      await tx.unsafe("update audit set object = 'other' where id = 3")
      await tx.unsafe('alter table audit enable trigger user')
    })
    await expect(run('audit', '--check')).rejects.toThrow('The audit log is not intact. Row 3 does not follow from row 2')
  })

  it('reports whether a logged head of a journal is genuine and still there', async () => {
    const hash = 'ab'.repeat(32)
    await database.sql`
      insert into journal (shard, seq, decision, epoch, at, command, event, hash_before, hash)
      values ('DBT-BTC', 1, 1, 1, 1, 'Say', '{}', '\\x00', decode(${hash}, 'hex'))`
    const signed = (head: string) => `${head} ${vault.sign(head)}`
    expect(await run('journal', '--head', signed(`DBT-BTC 1 ${hash}`))).toContain('Row 1 of DBT-BTC is unchanged.')
    await expect(run('journal', '--head', signed(`DBT-BTC 2 ${hash}`))).rejects.toThrow('Row 2 of DBT-BTC was once the newest')
    await expect(run('journal', '--head', signed(`DBT-BTC 1 ${'cd'.repeat(32)}`))).rejects.toThrow('rewritten')
    await expect(run('journal', '--head', `DBT-BTC 2 ${hash} ${vault.sign(`DBT-BTC 1 ${hash}`)}`)).rejects.toThrow(
      'not signed with the current key',
    )
    await expect(run('journal', '--head', '1 2')).rejects.toThrow('--head must have the form used in the log')
  })

  it('hears of what another process has changed', async () => {
    const other = await openBook(database.sql, silent)
    const changed = new Promise<void>((resolve) => other.onChange(() => resolve()))
    await run('create-firm', '--name', 'Halyard Ltd')
    await changed
    expect([...other.accounts.firms.values()].map(({ name }) => name)).toContain('Halyard Ltd')
    await other.close()
  })
})
