import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from '@parley/server'
import { describe, expect, it } from 'vitest'
import { startDemo } from './demo.ts'
import { readDemoFile, writeDemoFile, type DemoFile } from './demo-file.ts'
import { onceAMinute } from './once-a-minute.ts'
import { readOptions } from './options.ts'
import { roster, venueAccountOf } from './roster.ts'
import { signIns } from './sign-ins.ts'

describe('the roster', () => {
  it("begins with the user's desks: a taker, then a maker, which do not trade by themselves", () => {
    expect(roster.map(({ isSimulated, trades }) => `${isSimulated ? 'simulated' : 'own'} ${trades}`)).toEqual([
      'own TAKER',
      'own MAKER',
      ...Array<string>(2).fill('simulated TAKER'),
      ...Array<string>(6).fill('simulated MAKER'),
    ])
  })

  it('gives every desk a ticker, an administrator and an account of its own', () => {
    expect(new Set(roster.map(({ ticker }) => ticker)).size).toBe(roster.length)
    expect(new Set(roster.flatMap(({ users }) => users.map(({ email }) => email))).size).toBe(roster.flatMap(({ users }) => users).length)
    expect(new Set(roster.map((desk) => venueAccountOf(desk).clientSecret)).size).toBe(roster.length)
    expect(roster.every(({ users }) => users[0]?.role === 'administrator')).toBe(true)
  })
})

const wrong: [what: string, args: string[], env: Record<string, string>, sentence: RegExp][] = [
  ['a port that is none', [], { PORT: 'abc' }, /PORT is abc; it has to be a number from 1 to 65535/],
  ['an unknown scenario', ['--scenario', 'wild'], {}, /calm or busy/],
  ['an unknown flag', ['--sped', '3'], {}, /Usage: npm start/],
  ['a speed of nothing', ['--speed', '0'], {}, /--speed is 0/],
]

describe('the folder of the demo', () => {
  it('is closed to other users from its first start on, before a simulated venue writes to it', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'parley-demo-'))
    const dataDir = join(parent, 'data')
    const { seed, speed, scenario, rates, mail } = readOptions([], {})
    const setting = { port: 1, dataDir, databaseUrl: undefined, webDir: undefined, mail, seed, speed, scenario, rates }
    const quiet = { onProgress: () => undefined, onProblem: () => undefined, signal: AbortSignal.abort() }
    await expect(startDemo({ ...setting, ...quiet })).rejects.toThrow()
    // Other users may at most pass through, if Parley runs as root and its database as another user.
    expect(statSync(dataDir).mode & 0o066).toBe(0)
    rmSync(parent, { recursive: true })
  })
})

describe('settings of the demo', () => {
  const noAddresses = { joinUrl: undefined, faqUrl: undefined, helpUrl: undefined, allowedHosts: { allowedOrigins: [] } }

  it('have defaults', () => {
    expect(readOptions([], {})).toEqual({
      ourAddresses: [],
      addresses: noAddresses,
      mail: { kind: 'mailbox' },
      port: 4000,
      dataDir: 'data',
      seed: 1,
      speed: 1,
      scenario: 'calm',
      rates: 'unhurried',
      pastDays: 3,
    })
    expect(readOptions(['--rates', 'published'], {}).rates).toBe('published')
  })

  it('take the pages of the operator, error reports and analytics, as `npm run serve` does', () => {
    const { addresses } = readOptions([], {
      ...{ JOIN_URL: 'https://a.example/join', FAQ_URL: 'https://a.example/faq', HELP_URL: 'https://a.example/chat' },
      ...{ ERROR_REPORT_DSN: 'https://key@errors.example/7', ANALYTICS_URL: 'https://count.example', ANALYTICS_KEY: 'k' },
    })
    expect(addresses).toMatchObject({
      ...{ joinUrl: 'https://a.example/join', faqUrl: 'https://a.example/faq', helpUrl: 'https://a.example/chat' },
      allowedHosts: { errorReportDsn: expect.anything(), analytics: { url: 'https://count.example', key: 'k' } },
    })
    expect(() => readOptions([], { HELP_URL: 'chat' })).toThrow(/HELP_URL is chat; it must be the address of a page/)
  })

  it('send emails through a mail server if one is configured, and never require one', () => {
    const { mail, supportEmail } = readOptions([], {
      SMTP_URL: 'smtps://u:p@mail.example',
      MAIL_FROM: 'Parley <noreply@parley.example>',
      SUPPORT_EMAIL: 'desk@parley.example',
    })
    expect(mail).toMatchObject({ kind: 'smtp', from: 'Parley <noreply@parley.example>', server: { host: 'mail.example' } })
    expect(supportEmail).toBe('desk@parley.example')
  })

  it('are read from flags and environment', () => {
    const options = readOptions(['--seed', '7', '--scenario', 'busy', '--speed', '0.5'], { PORT: '4100', DATA_DIR: '/tmp/x' })
    expect(options).toEqual({
      ourAddresses: [],
      addresses: noAddresses,
      mail: { kind: 'mailbox' },
      port: 4100,
      dataDir: '/tmp/x',
      seed: 7,
      speed: 0.5,
      scenario: 'busy',
      rates: 'unhurried',
      pastDays: 3,
    })
  })

  it.each(wrong)('%s is refused in one sentence', (_, args, env, sentence) => {
    expect(() => readOptions(args, env)).toThrow(StartProblem)
    expect(() => readOptions(args, env)).toThrow(sentence)
  })
})

const file: DemoFile = {
  baseUrl: 'http://localhost:4000',
  venueControl: 'http://127.0.0.1:4001',
  users: [{ email: 'ada@amberroad.example', password: 'secret', name: 'Ada Moreau', desk: 'AMBR', role: 'administrator' }],
  desks: [{ ticker: 'AMBR', name: 'Amber Road', simulated: false, accessKey: 'a', secretKey: 'b', accounts: { DBT: 'prop-1' } }],
}

describe('demo.json', () => {
  it('is read as it was written, by its owner only; a broken file counts as missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-demo-'))
    try {
      expect(readDemoFile(folder)).toBeUndefined()
      writeDemoFile(folder, file)
      expect(readDemoFile(folder)).toEqual(file)
      expect(statSync(join(folder, 'demo.json')).mode & 0o777).toBe(0o600)
      writeFileSync(join(folder, 'demo.json'), '{"users":')
      expect(readDemoFile(folder)).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is shown as a table with the desk by name', () => {
    expect(signIns(file).split('\n')[1]).toBe('  Amber Road  administrator  ada@amberroad.example  secret')
  })
})

describe('problems of simulated desks', () => {
  it('are reported once a minute each', () => {
    let now = 0
    const reported: string[] = []
    const report = onceAMinute((sentence) => reported.push(`${now / 1000} ${sentence}`), () => now) // prettier-ignore
    for (now = 0; now <= 120_000; now += 30_000) for (const sentence of ['slow', 'late']) report(sentence)
    expect(reported).toEqual(['0 slow', '0 late', '60 slow', '60 late', '120 slow', '120 late'])
  })
})
