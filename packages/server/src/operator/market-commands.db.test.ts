/** The operator's commands on the market while the product runs. They read and write the database alone, as from another process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wireRates } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepKey } from '../../test/kept-keys.ts'
import { withTestDatabase } from '../../test/database.ts'
import type { Key } from '../../test/product.ts'
import { openTestDesk, type TestDesk } from '../../test/desk.ts'
import { runOperator } from '../cli/run-operator.ts'
import { OperatorProblem } from './operator-problem.ts'

const SECRET = '4'.repeat(64)
const PATIENCE = { timeout: 55_000, interval: 50 }
const database = withTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'parley-market-'))
let desk: TestDesk
let kest: Key
const open = async () => {
  desk = await openTestDesk(database.url, { secretKey: SECRET })
  kest = await keepKey(desk.product.server.operator, { databaseUrl: database.url, desk: 'KEST', name: 'quotes' })
}
beforeAll(open)
afterAll(async () => {
  await desk.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const command = (...words: string[]): Promise<string> =>
  runOperator(
    words,
    { DATA_DIR: dataDir, DATABASE_URL: database.url, PARLEY_SECRET_KEY: SECRET },
    { isTerminal: false, read: async () => '' },
  )
const by = async (method: string, path: string, body?: object) => {
  const { status, json } = await desk.product.signed(method, path, body === undefined ? '' : JSON.stringify(body), kest)
  return { status, json: json as Record<string, unknown> }
}
const quote = async () => {
  const { results } = (await by('GET', '/v2/drfq/instruments/')).json as { results: { id: number }[] }
  const legs = [{ instrument_id: results[0]!.id, ratio: '1', side: 'BUY' }]
  const opened = await by('POST', '/v1/ob/rfqs/', { venue: 'DBT', legs })
  if (opened.status !== 201) return opened
  return by('POST', `/v1/ob/rfqs/${String(opened.json.id)}/quotes/`, { side: 'SELL', quantity: '50', price: '0.06' })
}

describe("11.6 the operator's kill switch with a running product", () => {
  it('11.6 cancels, answers the fences, and is only the operator to end', async () => {
    expect((await quote()).status).toBe(201)
    const said = await command('stop-trading', '--desk', 'KEST', '--why', 'limits breached')
    expect(said).toMatch(/^Trading is stopped; 1 orders and quotes are cancelled\. None of them can fill after 1:\d+ 2:\d+/)
    expect(await quote()).toMatchObject({ status: 403, json: { error: 'TradingIsStopped' } })
    const boss = await desk.person('boss', 'administrator', 'KEST')
    expect(await desk.as(boss.token, 'POST', '/v2/protection/allow/')).toMatchObject({
      status: 403,
      json: { message: 'Trading was stopped by the operator. Only the operator can resume it.' },
    })
    expect(await command('resume-trading', '--desk', 'KEST')).toBe('Trading is resumed.')
    expect((await quote()).status).toBe(201)
  })

  it('11.6 stops one key, or one person, by name', async () => {
    await command('stop-trading', '--desk', 'KEST', '--name', 'quotes')
    expect((await quote()).status).toBe(403)
    await command('resume-trading', '--desk', 'KEST', '--name', 'quotes')
    expect((await quote()).status).toBe(201)
    await expect(command('stop-trading', '--desk', 'KEST', '--name', 'other')).rejects.toEqual(
      new OperatorProblem('KEST has no key other.'),
    )
    await expect(command('stop-trading', '--desk', 'KEST', '--email', 'ada@orrery.example')).rejects.toEqual(
      new OperatorProblem('ada@orrery.example is not a member of KEST.'),
    )
  })

  it('11.6 applies before anything is accepted if it was used while nothing ran', async () => {
    await desk.close()
    expect(await command('stop-trading', '--desk', 'KEST')).toContain('Parley is not running')
    await open()
    expect((await quote()).status).toBe(403)
    await command('resume-trading', '--desk', 'KEST')
    const audit = await database.sql<{ actor: string }[]>`select actor from audit where action = 'StopTrading' and desk = 'KEST'`
    expect(audit.map(({ actor }) => actor)).toEqual(['operator', 'operator', 'operator'])
  })
})

describe('the platform, from the command line', () => {
  it('moves at once and at a time, and a scheduled change is dropped', async () => {
    const state = async () => (await by('GET', '/v1/ob/platform_state/')).json
    expect(await command('platform')).toBe('The platform is AVAILABLE.')
    expect(await command('platform', '--state', 'UNAVAILABLE', '--at', '2099-01-01T08:00Z')).toMatch(
      /2099-01-01T08:00:00.000Z {2}UNAVAILABLE$/,
    )
    await expect.poll(state, PATIENCE).toEqual({ state: 'AVAILABLE', next_state: 'UNAVAILABLE', next_state_time: Date.UTC(2099, 0, 1, 8) })
    const [, id] = /^ *(\d+) {2}2099/m.exec(await command('platform'))!
    expect(await command('platform', '--cancel', id!)).toBe('The change is cancelled.\nThe platform is AVAILABLE.')
    expect(await command('platform', '--state', 'UNAVAILABLE')).toBe('The platform is UNAVAILABLE.')
    await expect.poll(async () => (await state()).state, PATIENCE).toBe('UNAVAILABLE')
    expect(await quote()).toMatchObject({ status: 503, json: { error: 'Unavailable' } })
    await expect(command('platform', '--state', 'AVAILABLE')).rejects.toEqual(
      new OperatorProblem('The platform is UNAVAILABLE; the next state must be AVAILABLE_CANCEL_ONLY.'),
    )
    await command('platform', '--state', 'AVAILABLE_CANCEL_ONLY')
    await command('platform', '--state', 'AVAILABLE')
    await expect.poll(async () => (await state()).state, PATIENCE).toBe('AVAILABLE')
  })
})

describe('a rate of one desk, from the command line', () => {
  it('is set, shown to the desk, and removed', async () => {
    const rate = async () => (await by('GET', '/v2/protection/bounds/')).json.requests_per_second
    expect(await command('set-rate', '--desk', 'KEST', '--rate', 'requestsPerDesk', '--most', '1000')).toBe(
      'requestsPerDesk of KEST: 1000 a second.',
    )
    await expect.poll(rate, PATIENCE).toBe(1000)
    await expect(command('set-rate', '--desk', 'KEST', '--rate', 'requestsPerDesk', '--most', '0')).rejects.toEqual(
      new OperatorProblem('--most and --within-ms must be whole numbers from 1 to 1000000.'),
    )
    await command('set-rate', '--desk', 'KEST', '--rate', 'requestsPerDesk', '--default')
    await expect.poll(rate, PATIENCE).toBe(500)
    await command('set-rate', '--desk', 'KEST', '--rate', 'rfqsPerDesk', '--most', '7', '--within-ms', '1000')
    const effective = async () => (await by('GET', '/v2/protection/rates/')).json.results
    await expect.poll(effective, PATIENCE).toEqual(
      expect.arrayContaining([
        { name: 'rfqsPerDesk', most: 7, within_ms: 1_000, meaning: wireRates.rfqsPerDesk.meaning },
        { name: 'quoteSweepsPerDesk', most: 5, within_ms: 10_000, meaning: wireRates.quoteSweepsPerDesk.meaning },
      ]),
    )
    await command('set-rate', '--desk', 'KEST', '--rate', 'rfqsPerDesk', '--default')
  })
})

describe('the figures of a flag, from the command line', () => {
  it('apply immediately to the named desks, and an invalid figure is refused', async () => {
    const flag = ['set-flag', '--name', 'feature_market_integrity', '--value', 'on'] as const
    const rules = async () => (await by('GET', '/v2/protection/integrity/')).json.rules
    await command(...flag, '--desks', 'KEST', '--figures', 'most_width_percent=80,quotes_per_trade=5000')
    const published = { free_quotes: 1_000_000 }
    await expect.poll(rules, PATIENCE).toMatchObject({ ...published, most_width_percent: 80, quotes_per_trade: 5_000 })
    await expect(command(...flag, '--figures', 'most_width_percent=wide')).rejects.toEqual(
      new OperatorProblem('--figures takes names and numbers, such as most_width_percent=80,quotes_per_trade=5000.'),
    )
    await expect(command(...flag, '--desks', '')).rejects.toEqual(
      new OperatorProblem('--desks needs one desk or more, such as ORRY,AMBR. Leave it out to set the flag for every desk.'),
    )
    await expect(command('set-flag', '--name', 'feature_zzz', '--value', 'on')).rejects.toThrow(
      /^There is no flag feature_zzz\. The flags are um_ui_ob_v1_api, /,
    )
    await command(...flag)
    await expect.poll(rules, PATIENCE).toMatchObject({ ...published, most_width_percent: 200, quotes_per_trade: 10_000 })
  })
})
