import { mkdtempSync, rmSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { openTestSocket } from '../../test/product.ts'
import { eventually, openTestDesk, type Person, type TestDesk } from '../../test/desk.ts'

const OPERATOR = fileURLToPath(new URL('../cli/operator.ts', import.meta.url))
const KEY = '7'.repeat(64)

const database = withTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'parley-operator-'))
let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk(database.url, { secretKey: KEY })
})
afterAll(async () => {
  await desk.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a command as an operator would: in another process, on the same database. */
const command = (...words: string[]): Promise<string> => commandAt('https://parley.example', words)

const environment = (publicUrl: string, databaseUrl = database.url) => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  PARLEY_SECRET_KEY: KEY,
  PUBLIC_URL: publicUrl,
})

async function commandAt(publicUrl: string, words: readonly string[], databaseUrl?: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [OPERATOR, ...words], { env: environment(publicUrl, databaseUrl) })
  return stdout.trim()
}

/** The command, with the given standard input. */
async function commandReading(input: string, ...words: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [OPERATOR, ...words], { env: environment('https://parley.example') })
  running.child.stdin!.end(input)
  return (await running).stdout.trim()
}
const statusOf = async (token: string) => (await desk.as(token, 'GET', '/account/user/')).status
const socketOf = ({ token }: Person) => openTestSocket(desk.product.server.baseUrl, `/v2/drfq/?token=${token}`)

describe('an operator with a running product', () => {
  it('invites to where the product listens, unless another address is given', async () => {
    const invite = (email: string) => ['invite', '--email', email, '--desk', 'ORRY', '--role', 'trader']
    expect(await commandAt('', invite('near@orrery.example'))).toContain(`${desk.product.server.baseUrl}/register/`)
    expect(await command(...invite('far@orrery.example'))).toContain('https://parley.example/register/')
  })

  it('suspends a person: the socket closes, calls are refused, what was open is cancelled; and restores them', async () => {
    const boss = await desk.person('boss', 'administrator')
    const tom = await desk.person('tom', 'trader')
    const open = await desk.ask(tom.token)
    const socket = await socketOf(tom)
    expect(await command('suspend-user', '--email', tom.email, '--why', 'a test')).toContain('The user is suspended')
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await statusOf(tom.token)).toBe(401)
    const rfq = () => desk.as(boss.token, 'GET', `/v2/drfq/rfqs/${open}/`).then(({ json }) => json as { state: string })
    expect(await eventually(rfq, ({ state }) => state === 'CLOSED')).toMatchObject({ state: 'CLOSED' })
    await command('restore-user', '--email', tom.email)
    const again = await eventually(
      () => desk.product.signIn(tom.email),
      (token) => token !== undefined,
    )
    expect(await statusOf(again)).toBe(200)
  })

  it('ends sessions and sockets of a person, who may sign in again', async () => {
    const una = await desk.person('una', 'viewer')
    const socket = await socketOf(una)
    await command('end-sessions', '--email', una.email)
    expect(await socket.closed).toMatchObject({ code: 4401 })
    expect(await statusOf(una.token)).toBe(401)
    expect(await command('list')).toContain('una@orry.example  viewer')
  })

  it('takes a password from standard input, which signs its person in, and refuses one among its words', async () => {
    const about = ['create-user', '--email', 'ivy@orrery.example', '--first', 'Ivy', '--last', 'Orr', '--desk', 'ORRY']
    await commandReading('gravel lantern harbour\n', ...about, '--password', '-')
    const login = () =>
      desk.product.send('POST', '/account/login/', { body: '{"email":"ivy@orrery.example","password":"gravel lantern harbour"}' })
    expect(await eventually(login, ({ status }) => status === 200)).toMatchObject({ status: 200 })
    await expect(command(...about, '--password', 'gravel lantern harbour')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--password does not accept the secret itself'),
    })
  })

  it('prints the problem on standard error, and ends with 1', async () => {
    await expect(command('suspend-user', '--email', 'nobody@orry.example')).rejects.toMatchObject({
      code: 1,
      stderr: 'No user has the email address nobody@orry.example.\n',
    })
    expect(await command('audit', '--check')).toContain('The audit log is intact')
  })
})

describe('an operator with a product that is not running', () => {
  const own = withTestDatabase()

  it('ends sessions, and no others', async () => {
    const before = await openTestDesk(own.url, { secretKey: KEY })
    const [ned, zoe] = [await before.person('ned', 'viewer'), await before.person('zoe', 'viewer')]
    await before.close()
    await commandAt('https://parley.example', ['end-sessions', '--email', ned.email], own.url)
    const after = await openTestDesk(own.url, { secretKey: KEY })
    const statuses = await Promise.all([ned, zoe].map(async ({ token }) => (await after.as(token, 'GET', '/account/user/')).status))
    await after.close()
    expect(statuses).toEqual([401, 200])
  })
})
