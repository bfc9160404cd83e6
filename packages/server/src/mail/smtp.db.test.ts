import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createVault, type Vault } from '../vault/vault.ts'
import type { Log } from '../log/log.ts'
import { withTestDatabase } from '../../test/database.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { mailLimits } from './limits.ts'
import { createPost } from './mail-queue.ts'
import { createSmtpTransport, type SmtpOptions } from './smtp.ts'
import type { SmtpServer } from './smtp-url.ts'

const database = withTestDatabase()
const vault: Vault = createVault(new Uint8Array(32))
const sender = { support: 'support@parley.example', publicUrl: 'https://parley.example' }
const from = 'Parley <noreply@parley.example>'
const clock = { now: 1_800_000_000_000 }
const lines: string[] = []
const write = (details: object, sentence: string) => void lines.push(`${sentence} ${JSON.stringify(details)}`)
const log: Log = { info: write, warn: write, error: write }

afterEach(async () => {
  await database.sql`delete from mail`
  lines.length = 0
})

type Received = { readonly to: string; readonly data: string }
type Moment = 'MAIL' | 'RCPT' | 'DATA'
/** The answer of the server at a point of the conversation; undefined lets it pass. */
type Mood = (moment: Moment, address: string) => { readonly code: number; readonly text: string } | 'cut' | 'cut after yes' | undefined

async function mailServer(mood: Mood = () => undefined, options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const refusal = (answer: ReturnType<Mood>, cut: () => void): Error | undefined => {
    if (answer === 'cut') return void cut()
    return answer === undefined || answer === 'cut after yes'
      ? undefined
      : Object.assign(new Error(answer.text), { responseCode: answer.code })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(refusal(mood('RCPT', address), () => undefined)),
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]!.address
        const answer = mood('DATA', to)
        const cut = () =>
          [...server.connections].forEach((connection) => (connection as unknown as { _socket: { destroy(): void } })._socket.destroy())
        if (answer === 'cut') return cut()
        const refused = refusal(answer, cut)
        if (refused === undefined) received.push({ to, data: Buffer.concat(pieces).toString() })
        done(refused)
        if (answer === 'cut after yes') setImmediate(cut)
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const at = (more: Partial<SmtpServer> = {}): SmtpServer => ({
    host: '127.0.0.1',
    port,
    user: undefined,
    password: undefined,
    security: 'none',
    ...more,
  })
  return { received, at }
}

async function dispatch(options: Partial<SmtpOptions> & Pick<SmtpOptions, 'server'>): Promise<Dispatcher> {
  const dispatcher = await createDispatcher({
    sql: database.sql,
    vault,
    transport: createSmtpTransport({ from, ...options }),
    sender,
    now: () => clock.now,
    log,
  })
  onTestFinished(() => dispatcher.close())
  return dispatcher
}

const post = createPost(vault)
const mail = (to: string) =>
  post.send(
    database.sql,
    to,
    { kind: 'EmailCode', firstName: 'Ada', code: '481516', purpose: 'TurnOffTwoFactor', validMinutes: 600 },
    clock.now,
  )

type Row = { attempts: number; sentAt: number | null; failedAt: number | null; nextAt: number; lastError: string | null; bytes: number }
const rows = () => database.sql<Row[]>`
  select attempts, sent_at as "sentAt", failed_at as "failedAt", next_at as "nextAt", last_error as "lastError", length(content_sealed) as bytes
  from mail order by created_at, recipient`

describe('letters through a mail server', () => {
  it('leave as text and HTML, from us to one person, with an id of their own; the row then holds nothing of them', async () => {
    const { received, at } = await mailServer()
    await mail('ada@orrery.example')
    await (await dispatch({ server: at() })).flush()
    expect(received.map(({ to }) => to)).toEqual(['ada@orrery.example'])
    const { data } = received[0]!
    expect(data).toMatch(/^From: Parley <noreply@parley\.example>\r$/m)
    expect(data).toMatch(/^To: ada@orrery\.example\r$/m)
    expect(data).toMatch(/^Message-ID: <[0-9a-f-]{36}@parley\.example>\r$/m)
    expect(data).toMatch(/^Auto-Submitted: auto-generated\r$/im)
    expect(data).toMatch(/multipart\/alternative/)
    expect(data.match(/481516/g)).toHaveLength(2)
    expect(await rows()).toMatchObject([{ attempts: 1, sentAt: clock.now, failedAt: null, bytes: 0 }])
    expect(lines.join('\n')).toContain('An email was sent')
    expect(lines.join('\n')).not.toMatch(/481516|ada@orrery/)
  })

  it('are sent as soon as they are written, without a further call', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const { at } = await mailServer((moment) => (moment === 'DATA' ? void arrive() : undefined))
    await dispatch({ server: at() })
    await mail('ada@orrery.example')
    await arrived
  })

  it('that a server cannot take now are tried again, with longer and longer waits, and given up after a day', async () => {
    const { received, at } = await mailServer((moment) => (moment === 'RCPT' ? { code: 451, text: 'Try again later' } : undefined))
    const news = { kind: 'PasswordChanged', firstName: 'Ada', at: clock.now, address: '192.0.2.7' } as const
    await post.send(database.sql, 'ada@orrery.example', news, clock.now)
    const { flush } = await dispatch({ server: at() })
    const began = clock.now
    const waits: number[] = []
    for (let attempt = 1; attempt < mailLimits.attempts; attempt++) {
      await flush()
      const [row] = await rows()
      expect(row).toMatchObject({ attempts: attempt, sentAt: null, failedAt: null, lastError: expect.stringContaining('451') as string })
      waits.push(row!.nextAt - clock.now)
      clock.now = row!.nextAt - 1
      await flush()
      expect((await rows())[0]!.attempts, 'not before its time').toBe(attempt)
      clock.now = row!.nextAt
    }
    expect(waits.slice(0, 3)).toEqual([10_000, 30_000, 90_000])
    expect(Math.max(...waits)).toBe(mailLimits.longestRetryMs)
    expect(clock.now - began).toBeGreaterThan(20 * 3_600_000)
    await flush()
    expect((await rows())[0]).toMatchObject({ attempts: mailLimits.attempts, sentAt: null, failedAt: clock.now, bytes: 0 })
    expect(lines.join('\n')).toContain('An email was abandoned after a day of attempts')
    expect(received).toEqual([])
  })

  it('that could not be sent before their content expired are not sent at all', async () => {
    const { received, at } = await mailServer()
    await mail('ada@orrery.example')
    clock.now += 600 * 60_000
    await (await dispatch({ server: at() })).flush()
    expect(received).toEqual([])
    expect(await rows()).toMatchObject([{ failedAt: clock.now, lastError: 'It expired before it could be sent.', bytes: 0 }])
  })

  it('are tried again while the server is busy, and are sent once it is not', async () => {
    let isBusy = true
    const { received, at } = await mailServer((moment) => (moment === 'DATA' && isBusy ? { code: 452, text: 'No room' } : undefined))
    await mail('ada@orrery.example')
    const { flush } = await dispatch({ server: at() })
    await flush()
    expect(received).toEqual([])
    isBusy = false
    clock.now += 10_000
    await flush()
    expect(received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ attempts: 2, sentAt: clock.now, lastError: null }])
  })

  it('that are refused for good fail at once, and the others are not kept up', async () => {
    const { received, at } = await mailServer((moment, address) =>
      moment === 'RCPT' && address.startsWith('gone') ? { code: 550, text: 'No such person' } : undefined,
    )
    await mail('gone@orrery.example')
    await mail('ada@orrery.example')
    await (await dispatch({ server: at() })).flush()
    expect(received.map(({ to }) => to)).toEqual(['ada@orrery.example'])
    expect(await rows()).toMatchObject([
      { attempts: 1, sentAt: clock.now },
      { attempts: 1, sentAt: null, failedAt: clock.now, lastError: expect.stringContaining('550') as string, bytes: 0 },
    ])
    expect(lines.join('\n')).toContain('An email was permanently rejected')
  })

  it('whose connection is cut before the yes are tried again, under the same id', async () => {
    let isCut = true
    const { received, at } = await mailServer((moment) => (moment === 'DATA' && isCut ? 'cut' : undefined))
    await mail('ada@orrery.example')
    const { flush } = await dispatch({ server: at() })
    await flush()
    const [first] = await rows()
    expect(first).toMatchObject({ sentAt: null, failedAt: null, attempts: 1 })
    isCut = false
    clock.now = first!.nextAt
    await flush()
    expect(received).toHaveLength(1)
  })

  it('whose connection is cut after the yes have left, and leave once, whoever looks again', async () => {
    const { received, at } = await mailServer((moment) => (moment === 'DATA' ? 'cut after yes' : undefined))
    await mail('ada@orrery.example')
    await (await dispatch({ server: at() })).flush()
    expect(await rows()).toMatchObject([{ attempts: 1, sentAt: clock.now }])
    clock.now += 48 * 3_600_000
    await (await dispatch({ server: at() })).flush()
    expect(received).toHaveLength(1)
  })

  it('leave once where several servers send them', async () => {
    const { received, at } = await mailServer()
    const servers = await Promise.all([1, 2, 3].map(() => dispatch({ server: at() })))
    for (let index = 0; index < 60; index++) await mail(`member${index}@orrery.example`)
    await Promise.all(servers.map(({ flush }) => flush()))
    // An email that another server is sending is left to it. All have been sent when nothing is in progress any more.
    await Promise.all(servers.map(({ close }) => close()))
    expect(received.map(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, index) => `member${index}@orrery.example`).toSorted(),
    )
    expect((await rows()).every(({ sentAt, attempts }) => sentAt !== null && attempts === 1)).toBe(true)
  })

  it('that were under way in a server that died are sent by the next, after their lease', async () => {
    const { received, at } = await mailServer()
    await mail('ada@orrery.example')
    await database.sql`update mail set attempts = 1, next_at = ${clock.now + mailLimits.leaseMs}`
    const { flush } = await dispatch({ server: at() })
    await flush()
    expect(received).toEqual([])
    clock.now += mailLimits.leaseMs
    await flush()
    expect(received).toHaveLength(1)
  })

  it('contain a name unchanged, and never as a header or as markup', async () => {
    const { received, at } = await mailServer()
    const evil = 'Eve\r\nBcc: all@orrery.example\r\n\r\n<script>alert(1)</script>'
    await post.send(
      database.sql,
      'ada@orrery.example',
      { kind: 'AgreementDue', firstName: 'Ada', memberName: evil, agreementTitle: 'Terms' },
      clock.now,
    )
    await (await dispatch({ server: at() })).flush()
    expect(received.map(({ to }) => to)).toEqual(['ada@orrery.example'])
    const [headers] = received[0]!.data.split('\r\n\r\n')
    expect(headers).not.toMatch(/^Bcc/im)
    const [text, html] = received[0]!.data.replaceAll('=\r\n', '').split(/^<!doctype html>/m)
    expect(text).not.toMatch(/^Bcc/im)
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
  })
})

describe('the line to the mail server', () => {
  let certificate = ''
  let key = ''
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
    const make = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ]
    const names = [
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ]
    execFileSync('openssl', [...make, ...names], { stdio: 'ignore' })
    certificate = readFileSync(join(folder, 'cert.pem'), 'utf8')
    key = readFileSync(join(folder, 'key.pem'), 'utf8')
    return () => rmSync(folder, { recursive: true })
  })
  const outcome = async (options: Partial<SmtpOptions> & Pick<SmtpOptions, 'server'>) => {
    await mail('ada@orrery.example')
    await (await dispatch(options)).flush()
    const [row] = await rows()
    return row!.sentAt === null ? (row!.lastError ?? '') : 'sent'
  }
  const withTls = (more: SMTPServerOptions = {}) => mailServer(undefined, { key, cert: certificate, disabledCommands: ['AUTH'], ...more })

  it('is secured by STARTTLS, if the certificate is one that we trust', async () => {
    const { at } = await withTls()
    expect(await outcome({ server: at({ security: 'starttls' }), trusted: certificate })).toBe('sent')
  })

  it('is secured from the first byte by smtps', async () => {
    const { at } = await withTls({ secure: true })
    expect(await outcome({ server: at({ security: 'tls' }), trusted: certificate })).toBe('sent')
  })

  it('is not used if TLS is required and the server has none', async () => {
    const { received, at } = await mailServer()
    expect(await outcome({ server: at({ security: 'starttls' }) })).toMatch(/STARTTLS/)
    expect(received).toEqual([])
  })

  it.each(['starttls', 'tls'] as const)('is not used with an untrusted certificate, by %s', async (security) => {
    const { received, at } = await withTls({ secure: security === 'tls' })
    expect(await outcome({ server: at({ security }) })).toMatch(/self-signed certificate/)
    expect(received).toEqual([])
    expect(await rows()).toMatchObject([{ failedAt: null, attempts: 1 }])
  })

  it('is opened with the name and password of the URL, and a wrong one fails no letter for good', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) =>
      username === 'parley' && password === 's@fe' ? done(null, { user: username }) : done(new Error('Wrong password'))
    const { received, at } = await withTls({ disabledCommands: [], authOptional: false, onAuth })
    const server = at({ security: 'starttls', user: 'parley', password: 'wrong' })
    expect(await outcome({ server, trusted: certificate })).toMatch(/535/)
    expect(await rows()).toMatchObject([{ failedAt: null }])
    clock.now += 10_000
    await (await dispatch({ server: { ...server, password: 's@fe' }, trusted: certificate })).flush()
    expect(received).toHaveLength(1)
    expect(lines.join('\n')).not.toContain('s@fe')
  })
})
