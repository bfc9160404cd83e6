/** Announcements of the operator: made with a command, shown by every process at their time, across restarts, and to whom. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket, startTestProduct, type TestProduct } from '../../test/product.ts'
import { personAt } from '../audit/author.ts'
import { silent } from '../log/log.ts'
import { announcementCommands } from '../operator/announcement-commands.ts'
import { readCliArguments } from '../operator/cli-arguments.ts'
import type { CommandServices } from '../operator/commands.ts'
import { openAnnouncements, type Announcements } from './announcements.ts'

const NOON = 1_800_000_000_000
const HOUR = 3_600_000
const database = withTestDatabase()
const clock = { now: NOON }
const opened: Announcements[] = []
const open = async () => {
  const announcements = await openAnnouncements({ sql: database.sql, now: () => clock.now, log: silent })
  opened.push(announcements)
  return announcements
}
const iso = (ms: number) => new Date(ms).toISOString()
const noInput = { isTerminal: false, read: () => Promise.reject(new Error('reads no secret')) }
/** Runs the command without the services that it does not use. */
const announce = (...args: string[]) => {
  const services = { sql: database.sql, now: () => clock.now, author: personAt('l.sand', 'planned') } as CommandServices
  return announcementCommands(services)['announce']!(readCliArguments(['announce', ...args], noInput))
}
const made = async (text: string, ...more: string[]) => {
  const until = more.includes('--until') ? [] : ['--until', iso(clock.now + HOUR)]
  return /^Announcement (\d+) /.exec(await announce('--text', text, ...until, ...more))![1]!
}
const textsOf = ({ announcements }: ReturnType<Announcements['shown']>) => announcements.map(({ text }) => text)
const lastAudit = async () =>
  (
    await database.sql<{ actor: string; action: string; object: string; detail: object }[]>`
    select actor, action, object, detail from audit order by id desc limit 1`
  )[0]!

beforeEach(async () => {
  await database.sql`delete from announcement`
  clock.now = NOON
})
afterAll(async () => {
  for (const one of opened) await one.close()
})

describe('an announcement', () => {
  it('23.1 is made and withdrawn with a command, and both are in the audit log', async () => {
    const id = await made('Release 1.2 is live.', '--kind', 'MAINTENANCE', '--sign-in')
    expect(await lastAudit()).toEqual({
      ...{ actor: 'operator l.sand', action: 'Announce', object: id },
      detail: { why: 'planned', kind: 'MAINTENANCE', text: 'Release 1.2 is live.', from: NOON, until: NOON + HOUR, isOnSignIn: true },
    })
    expect(await announce()).toBe(
      `${id.padStart(6)}  shown      ${iso(NOON)} to ${iso(NOON + HOUR)}  MAINTENANCE, also on the sign-in page: Release 1.2 is live.`,
    )
    expect(await announce('--withdraw', id)).toBe(`Announcement ${id} is withdrawn.`)
    expect(await lastAudit()).toMatchObject({ action: 'WithdrawAnnouncement', object: id, detail: { why: 'planned' } })
    expect(await announce()).toContain('withdrawn')
    await expect(announce('--withdraw', id)).rejects.toThrow(`No announcement with the id ${id} is open.`)
  })

  it.each([
    [['--text', 'x'.repeat(281), '--until', iso(NOON + HOUR)], '--text must have at most 280 characters. It has 281.'],
    [['--text', 'x', '--until', iso(NOON)], '--until must be in the future.'],
    [['--text', 'x', '--until', '2027-01-15T09:00'], '--until must be a time such as 2026-12-01T08:00Z.'],
    [['--text', 'x', '--until', iso(NOON + HOUR), '--kind', 'NEWS'], '--kind must be one of INFORMATION, MAINTENANCE, INCIDENT.'],
    [['--until', iso(NOON + HOUR)], '--until needs --text.'],
  ])('that is not acceptable is refused: %j', async (args, message) => {
    await expect(announce(...args)).rejects.toThrow(message)
    expect(await announce()).toBe('There are no announcements.')
  })

  it('23.4 is refused after ten, also if several operators announce at the same time', async () => {
    const all = await Promise.allSettled(Array.from({ length: 13 }, (_, n) => made(`Notice ${n}`)))
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
    expect(refused).toEqual(
      Array.from({ length: 3 }, () => 'There are 10 announcements that have not ended, which is the maximum. Withdraw one first.'),
    )
  })

  it('23.5 is shown by every process from its beginning until its end, and after a restart', async () => {
    const gateways = await Promise.all([open(), open()])
    const pushed = gateways.map((): string[][] => [])
    for (const [place, { channel }] of gateways.entries())
      await channel.open(undefined as never, {}, (view) => void pushed[place]!.push(textsOf(view as never)))
    await made('Bybit is slow.', '--kind', 'INCIDENT')
    await made('Maintenance tonight.', '--from', iso(NOON + 2 * HOUR), '--until', iso(NOON + 3 * HOUR))
    for (const place of [0, 1]) await expect.poll(() => pushed[place]!.at(-1)).toEqual(['Bybit is slow.'])
    clock.now = NOON + HOUR
    for (const place of [0, 1]) await expect.poll(() => pushed[place]!.at(-1)).toEqual([])
    clock.now = NOON + 2 * HOUR
    for (const place of [0, 1]) await expect.poll(() => pushed[place]!.at(-1)).toEqual(['Maintenance tonight.'])
    expect(textsOf((await open()).shown())).toEqual(['Maintenance tonight.'])
  })
})

describe('users', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct(database.url)
  })
  afterAll(() => product.close())

  it('23.5 read announcements with a call and on every socket, and without signing in only those for the sign-in page', async () => {
    const read = (path: string, headers = {}) => product.send('GET', path, { headers })
    const sockets = await Promise.all(
      ['/v2/drfq', '/v1/ob', '/v1/grfq', '/v1/fs', '/v1/vrfq'].map((base) =>
        openTestSocket(product.server.baseUrl, `${base}/?api-key=${product.key.accessKey}`),
      ),
    )
    for (const socket of sockets) socket.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'announcements' } })
    const hidden = await made('For users.')
    await made('For everyone.', '--sign-in')
    for (const socket of sockets)
      await socket.next((frame) => JSON.stringify(frame).includes('For users.') && JSON.stringify(frame).includes('For everyone.'))
    expect((await read('/account/announcements/')).status).toBe(401)
    expect(JSON.stringify((await product.signed('GET', '/account/announcements/')).json)).toContain('For users.')
    const everyone = await read('/account/announcements/sign-in/')
    expect(everyone.json).toMatchObject({ announcements: [{ text: 'For everyone.', is_on_sign_in: true }] })
    expect(everyone.text).not.toContain('For users.')
    await announce('--withdraw', hidden)
    for (const socket of sockets) {
      await socket.next((frame) => JSON.stringify(frame).includes('For everyone.') && !JSON.stringify(frame).includes('For users.'))
      socket.close()
    }
  })
})
