/** The demo with a past, as its screens read it at the first view; and a past that is killed half-way. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createClient,
  directRfqCalls,
  leaderboardCalls,
  perpetualCalls,
  reconciliationCalls,
  spreadCalls,
  vaultCalls,
  type Client,
} from '@parley/client'
import { connect } from '@parley/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ownDatabase } from '../../../test/own-database.ts'
import { freePort } from '../../exchange/listen.ts'
import { startDemo, type Demo } from '../demo.ts'
import { writeDemoPast } from './write-demo-past.ts'

const PATIENCE = { timeout: 150_000, interval: 500 }
const DAYS = 2
const DAY_MS = 86_400_000

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function emptyDatabase(what: string) {
  const database = await ownDatabase(what)
  closing.push(database.drop)
  return database
}

/** The content of a past, without the ids of accounts, keys and people, which are random in every database. */
async function contentOf({ url, dataDir }: { readonly url: string; readonly dataDir: string }) {
  const sql = connect(url, { max: 1, name: 'parley test' })
  try {
    return {
      rfqs: await sql`select id, body ->> 'quantity' as quantity, body ->> 'createdAt' as at, body ->> 'state' as state from rfq where audience = 'DIRECT' order by id`,
      orders: await sql`select id, desk, body ->> 'price' as price from rfq_order order by id`,
      trades: await sql`
        select id, taker, maker, agreed_at, settled_at, body ->> 'price' as price, body ->> 'quantity' as quantity, body ->> 'venueTradeId' as block
        from rfq_trade order by id`,
      marks: await sql`select count(*)::int as count, sum(mark)::text as sum from leg_mark`,
      journal: await sql`select shard, count(*)::int as rows from journal group by shard order by shard`,
      blocks: existsSync(join(dataDir, 'deribit-blocks.jsonl')) ? readFileSync(join(dataDir, 'deribit-blocks.jsonl'), 'utf8') : '',
    }
  } finally {
    await sql.end()
  }
}

describe('a demo with a past', () => {
  let demo: Demo
  let database: Awaited<ReturnType<typeof ownDatabase>>
  const problems: string[] = []
  const clientOf = (ticker: string): Client => {
    const { accessKey, secretKey } = demo.file.desks.find((desk) => desk.ticker === ticker)!
    return createClient({ baseUrl: demo.file.baseUrl, credentials: { kind: 'key', accessKey, secretKey } })
  }
  beforeAll(async () => {
    database = await emptyDatabase('past')
    demo = await startDemo({
      ...{ port: await freePort(), dataDir: database.dataDir, databaseUrl: database.url, webDir: undefined, mail: { kind: 'mailbox' } },
      ...{ seed: 3, speed: 1, scenario: 'still', rates: 'unhurried', pastDays: DAYS, onProgress: () => undefined },
      onProblem: (sentence) => problems.push(sentence),
    })
    closing.push(demo.close)
  }, 400_000)

  it('has settled trades, closed RFQs and a tape of days before this one', async () => {
    const taker = clientOf('AMBR')
    const { results: trades } = await taker.call(directRfqCalls.listTrades, { query: {} })
    expect(trades.length).toBeGreaterThan(3)
    expect(trades.every(({ state }) => state === 'FILLED')).toBe(true)
    const { results: rfqs } = await taker.call(directRfqCalls.listRfqs, { query: { state: ['CLOSED'] } })
    expect(rfqs.length).toBeGreaterThan(trades.length)
    const { results: made } = await clientOf('LIND').call(directRfqCalls.listTrades, { query: {} })
    expect(made.length).toBeGreaterThan(0)
    const { results: tape } = await taker.call(directRfqCalls.listTape, { query: {} })
    expect(tape.length).toBeGreaterThan(10)
    const record = await taker.call(directRfqCalls.getRfqRecord, { params: { id: trades[0]!.rfq_id } })
    expect(record.makers.length).toBeGreaterThan(0)
    expect(problems.filter((one) => one.includes('past'))).toEqual([])
  })

  it('has a leaderboard, trades in order books and spreads, a history of spreads and candles with volume', async () => {
    const taker = clientOf('AMBR')
    const board = () => taker.call(leaderboardCalls.leaderVolumes, { query: { role: 'MAKER' } })
    await vi.waitFor(async () => expect((await board()).results.length).toBeGreaterThan(2), PATIENCE)
    const { results: strategies } = await taker.call(spreadCalls.listStrategies, { query: { venue: 'DBT' } })
    const { points } = await taker.call(spreadCalls.getMarkHistory, {
      params: { strategy_id: strategies[0]!.id },
      query: { range: '1D' },
    })
    expect(points.length).toBeGreaterThan(200)
    const sql = connect(database.url, { max: 1, name: 'parley test' })
    const trades = await sql<{ audience: string; filled: number; all: number }[]>`
      select audience, count(*) filter (where state = 'FILLED')::int as filled, count(*)::int as all from rfq_trade
      where audience <> 'DIRECT' group by audience order by audience`
    const [resting] = await sql<{ count: number }[]>`
      select count(*)::int as count from rfq_order where audience = 'ORDER_BOOK' and state = 'OPEN' and body -> 'actor' ->> 'via' like 'past %'`
    await sql.end()
    expect(trades.map(({ audience }) => audience)).toEqual(['LISTED', 'ORDER_BOOK'])
    for (const { filled, all } of trades) expect([filled, filled > 1]).toEqual([all, true])
    expect(resting!.count).toBe(0)
    const to = Date.now()
    const candles = await taker.call(perpetualCalls.listPerpetualCandles, {
      params: { market: 'BTC-USD-PERP' },
      query: { resolution: '15', from: to - DAY_MS, to },
    })
    expect(candles.results.length).toBeGreaterThan(90)
    expect(candles.results.slice(0, -1).every(({ volume }) => Number(volume) > 0)).toBe(true)
  })

  it('19.14 has auctions of both vaults that the chain has settled, and nothing of them is pending', async () => {
    const taker = clientOf('AMBR')
    const { results } = await taker.call(vaultCalls.listAuctions, { query: { status: ['EXPIRED'] } })
    expect([...new Set(results.map(({ vault }) => vault))].toSorted()).toEqual(['NRTH', 'SABL'])
    for (const { outcome, result, min_price, ends_at } of results) {
      expect(outcome).toMatch(/SOLD$/)
      expect([result!.transaction_ids.length > 0, ends_at < Date.now()]).toEqual([true, true])
      expect(Number(result!.clearing_price)).toBeGreaterThanOrEqual(Number(min_price))
    }
    const trades = await Promise.all(['NRTH', 'SABL'].map((vault) => clientOf(vault).call(vaultCalls.listBidTrades, { query: {} })))
    for (const { status } of trades.flatMap((of) => of.results)) expect(status).toBe('COMPLETED')
    expect(problems.filter((one) => one.includes('auction'))).toEqual([])
  })

  it('14.2 agrees with the records of the venues, day by day', async () => {
    const taker = clientOf('AMBR')
    const days = async () => (await taker.call(reconciliationCalls.listDays, {})).results
    await vi.waitFor(async () => {
      const compared = (await days()).filter((day) => day.compared === day.accounts && day.matched > 0)
      expect(compared.length).toBeGreaterThan(0)
    }, PATIENCE)
    expect((await taker.call(reconciliationCalls.listDays, {})).open).toBe(0)
    for (const { missing_here, missing_there, differs } of await days()) expect([missing_here, missing_there, differs]).toEqual([0, 0, 0])
  })

  it('is written once: a database that has desks is left as it is', async () => {
    const before = await contentOf(database)
    const again = {
      dataDir: database.dataDir,
      databaseUrl: database.url,
      baseUrl: demo.file.baseUrl,
      seed: 3,
      days: DAYS,
      endsAt: Date.now(),
    }
    expect(await writeDemoPast(again)).toBeUndefined()
    const after = await contentOf(database)
    // An RFQ of the past that was still open may expire in the running demo, so its state is not compared.
    const idsOf = ({ rfqs, trades }: typeof after) => ({
      rfqs: rfqs.map(({ id }) => id as unknown),
      trades: trades.map(({ id }) => id as unknown),
    })
    expect(idsOf(after)).toEqual(idsOf(before))
    expect(after.blocks).toBe(before.blocks)
  })
})

describe('a past', () => {
  const settingFor = ({ url, dataDir }: { readonly url: string; readonly dataDir: string }) =>
    ({ dataDir, databaseUrl: url, baseUrl: 'http://localhost:4000', seed: 5, days: 1, endsAt: 1_800_000_000_000 }) as const

  it('that is killed half-way leaves nothing, is written by the next start, and is the same for the same seed', async () => {
    const killed = await emptyDatabase('killed_past')
    const script = fileURLToPath(new URL('../../../test/write-past.ts', import.meta.url))
    const child = spawn(process.execPath, [script, JSON.stringify(settingFor(killed))], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const begun = join(killed.dataDir, 'past', 'deribit-blocks.jsonl')
    await vi.waitFor(() => expect(existsSync(begun) && readFileSync(begun, 'utf8').length > 0).toBe(true), { ...PATIENCE, interval: 5 })
    child.kill('SIGKILL')
    await ended
    expect(readdirSync(killed.dataDir)).not.toContain('deribit-blocks.jsonl')
    expect((await contentOf(killed)).journal).toEqual([])

    expect(await writeDemoPast(settingFor(killed))).toBeDefined()
    expect(readdirSync(killed.dataDir)).not.toContain('past')
    const other = await emptyDatabase('same_past')
    expect(await writeDemoPast(settingFor(other))).toBeDefined()
    const content = await contentOf(killed)
    expect(content.trades.length).toBeGreaterThan(5)
    expect(content).toEqual(await contentOf(other))
  }, 400_000)
})
