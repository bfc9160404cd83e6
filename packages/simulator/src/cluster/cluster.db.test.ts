/** A cluster of real processes, of which some are killed while desks trade. Without an installed nats-server it is reported as skipped. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ClientError, createClient, type Client, type DirectData } from '@parley/client'
import { accountCalls, catalogueCalls, directRfqCalls as calls, perpetualCalls, vaultCalls } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedFields } from '../auctions/bidder-desk.ts'
import { walletAt } from '../auctions/sign-priced.ts'
import { readDemoFile } from '../demo/demo-file.ts'
import { roster, VAULT, walletKeyOf, walletNameOf } from '../demo/roster.ts'
import type { ChainPlace } from '../evm/auction-market.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { readClusterFile } from './cluster-file.ts'
import { freePort } from '../exchange/listen.ts'
import { natsProgram } from './cluster-process.ts'

const SHARD = 'DBT-BTC'
const PATIENCE = { timeout: 20_000, interval: 100 }

it('a port that is in use is reported in one sentence, before anything is started', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-cluster-'))
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    const started = startCluster({
      ...{ port, dataDir, databaseUrl: undefined, webDir: undefined, mail: { kind: 'off' } },
      ...{ seed: 7, speed: 1, scenario: 'still', rates: 'unhurried', onProgress: () => undefined, onProblem: () => undefined },
    })
    await expect(started).rejects.toThrow(`Port ${port} is in use; stop what uses it, or choose another with PORT=${port + 1}.`)
    expect(readdirSync(dataDir)).toEqual([])
  } finally {
    other.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

describe.skipIf(natsProgram() === undefined)('a cluster', { timeout: 180_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-cluster-'))
  const problems: string[] = []
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({
      ...{ port: await freePort(), dataDir, databaseUrl: undefined, webDir: undefined, mail: { kind: 'off' } },
      ...{ seed: 7, speed: 1, scenario: 'still', rates: 'unhurried' },
      onProgress: () => undefined,
      onProblem: (sentence) => problems.push(sentence),
    })
  }, 240_000)
  afterAll(async () => {
    await cluster?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }, 60_000)

  const deskOf = (ticker: string): Client => {
    const { accessKey, secretKey } = readDemoFile(dataDir)!.desks.find((desk) => desk.ticker === ticker)!
    return createClient({ baseUrl: cluster.baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false })
  }
  const processesOf = (role: string) => readClusterFile(dataDir)!.processes.filter((one) => one.role === role)
  const ownerOf = async (shard: string): Promise<number | undefined> => {
    for (const { url, pid } of processesOf('shards'))
      if ((await metricsAt(url)).includes(`parley_shard_serving{shard="${shard}"} 1`)) return pid
    return undefined
  }
  const logLines = (role: string) => readFileSync(join(dataDir, 'cluster-logs', `${role}.log`), 'utf8').split('\n')
  /** Auctions are not measured, so the log shows it. */
  const auctionOwner = (): number => {
    const taken = logLines('shards').filter((line) => line.includes('"work":"auctions","msg":"This process has taken over"'))
    return (JSON.parse(taken.at(-1)!) as { pid: number }).pid
  }
  const workerDoing = async (job: string): Promise<number | undefined> => {
    for (const { url, pid } of processesOf('workers'))
      if ((await metricsAt(url).catch(() => '')).includes(`parley_job_running{job="${job}"} 1`)) return pid
    return undefined
  }
  /** While the jobs are divided again, no process does it for a moment. */
  const untilWorkerDoes = async (job: string): Promise<number> => {
    let pid: number | undefined
    await expect.poll(async () => (pid = await workerDoing(job)), PATIENCE).toBeDefined()
    return pid!
  }
  const instrument = async (desk: Client) => {
    const { results } = await desk.call(catalogueCalls.listInstruments, { query: { venue: 'DBT', kind: 'OPTION', include_greeks: true } })
    return results.find((one) => one.base_currency === 'BTC')!
  }

  it('serves health and metrics at every process, and names them in its file', async () => {
    const { processes } = readClusterFile(dataDir)!
    expect(processes.map(({ role }) => role).sort()).toEqual(['gateway', 'gateway', 'shards', 'shards', 'workers'])
    for (const { url } of processes) {
      expect(await Promise.all(['live', 'ready'].map(async (one) => (await fetch(`${url}/health/${one}`)).status))).toEqual([200, 200])
      expect(await metricsAt(url)).toContain('parley_ready 1')
    }
  })

  it('opens a socket at one gateway with the ticket of another, once', async () => {
    const [one, other] = processesOf('gateway')
    const { accessKey, secretKey } = readDemoFile(dataDir)!.desks.find(({ ticker }) => ticker === 'AMBR')!
    const desk = createClient({ baseUrl: one!.url, credentials: { kind: 'key', accessKey, secretKey }, pacing: false })
    const { ticket } = await desk.call(accountCalls.createSocketTicket, {})
    const opens = (url: string) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/drfq/?ticket=${ticket}`)
        socket.onopen = () => resolve((socket.close(), true))
        socket.onerror = () => resolve(false)
      })
    expect(await opens(other!.url)).toBe(true)
    expect([await opens(one!.url), await opens(other!.url)]).toEqual([false, false])
  })

  it('9.4 loses and doubles no RFQ when the owner of its shard is killed, and tells every socket of each once', async () => {
    const desk = deskOf('AMBR')
    const legs = [{ instrument_id: (await instrument(desk)).id, ratio: '1', side: 'BUY' }] as const
    const received: string[] = []
    const socket = desk.socket()
    await new Promise<void>((resolve) =>
      socket.subscribe<DirectData['rfqs']>(
        'rfqs',
        ({ event, data }) => void (event === 'ADDED' && received.push((data as { id: string }).id)),
        {
          resume: true,
          onSubscribed: resolve,
        },
      ),
    )
    const answered = new Map<string, string>()
    const create = async (idempotencyKey: string): Promise<void> => {
      const { id } = await untilAnswered(() =>
        desk.call(calls.createRfq, { body: { venue: 'DBT', quantity: '25', legs: [...legs] }, idempotencyKey }),
      )
      answered.set(idempotencyKey, id)
    }
    const sender = async (name: string) => {
      for (let place = 0; place < 20; place++) {
        if (name === 'a' && place === 6) process.kill((await ownerOf(SHARD))!, 'SIGKILL')
        await create(`${name}-${place}`)
      }
    }
    await Promise.all(['a', 'b', 'c'].map(sender))
    const ids = [...answered.values()]
    expect(new Set(ids).size).toBe(60)
    const listed: string[] = []
    for await (const page of desk.pages(calls.listRfqs, { query: { role: 'TAKER' } })) listed.push(...page.results.map(({ id }) => id))
    expect(listed.toSorted()).toEqual(ids.toSorted())
    await expect.poll(() => received.toSorted(), PATIENCE).toEqual(ids.toSorted())
    socket.close()
    expect(problems.filter((one) => !/did not answer|No gateway answers/.test(one))).toEqual([])
  })

  it('starts a process again when asked, which then owns its share', async () => {
    const { control } = readClusterFile(dataDir)!
    const { pid } = (await (await fetch(`${control}/start/shards`, { method: 'POST' })).json()) as { pid: number }
    expect(processesOf('shards').map((one) => one.pid)).toContain(pid)
    await expect
      .poll(
        async () =>
          (await Promise.all(processesOf('shards').map(({ url }) => metricsAt(url)))).every((text) =>
            /parley_shard_serving\{[^}]*\} 1/.test(text),
          ),
        PATIENCE,
      )
      .toBe(true)
    expect(await ownerOf(SHARD)).toBeDefined()
  })

  let sold: Awaited<ReturnType<typeof sellOptions>> & { readonly best: number }
  it('19.4 loses and doubles no bid when the owner of auctions is killed', async () => {
    const [vault, bidder, other] = [deskOf(VAULT), deskOf('AMBR'), deskOf('LIND')]
    const { place, auction } = await sellOptions(readDemoFile(dataDir)!.venueControl, vault)
    const bidOf = async (desk: Client, ticker: string, price: string) => {
      const body = { account: walletNameOf('WETH'), price }
      const priced = await untilAnswered(() => desk.call(vaultCalls.priceBid, { params: { id: auction.id }, body }))
      const wallet = walletAt(place, walletKeyOf(roster.find((one) => one.ticker === ticker)!))
      const signed = await signedFields(wallet, priced)
      return untilAnswered(() => desk.call(vaultCalls.createBid, { params: { id: auction.id }, body: signed }))
    }
    const first = await bidOf(other, 'LIND', '0.02')
    process.kill(auctionOwner(), 'SIGKILL')
    const best = await bidOf(bidder, 'AMBR', '0.03')
    const { control } = readClusterFile(dataDir)!
    await fetch(`${control}/start/shards`, { method: 'POST' })
    await untilAnswered(() => other.call(vaultCalls.cancelBid, { params: { id: first.id } }))
    const standing = async (desk: Client) =>
      (await desk.call(vaultCalls.listBids, { query: { rfq_id: auction.id, status: ['OPEN'] } })).results.map(({ id }) => id)
    await expect.poll(() => Promise.all([standing(bidder), standing(other)]), PATIENCE).toEqual([[best.id], []])
    sold = { place, auction, best: best.id }
  })

  it('sends orders for perpetuals from one process, and from another one when that one is killed, each once', async () => {
    const desk = deskOf('AMBR')
    const order = await restingOrder(desk)
    const place = (idempotencyKey: string) =>
      untilAnswered(() => desk.call(perpetualCalls.placePerpetualOrder, { body: order, idempotencyKey }))
    const first = await place('perpetual-1')
    const { control } = readClusterFile(dataDir)!
    await fetch(`${control}/start/workers`, { method: 'POST' })
    const placing = ['perpetual-2', 'perpetual-3', 'perpetual-4'].map(place)
    process.kill(await untilWorkerDoes('perpetuals'), 'SIGKILL')
    const placed = [first, ...(await Promise.all(placing)), await place('perpetual-5')].map(({ id }) => id)
    const open = async () => (await desk.call(perpetualCalls.listPerpetualOrders, {})).results.map(({ id }) => id).toSorted()
    expect(new Set(placed).size).toBe(5)
    await expect.poll(open, PATIENCE).toEqual(placed.toSorted())
    await untilAnswered(() => desk.call(perpetualCalls.cancelAllPerpetualOrders, { body: {} }))
    await expect.poll(open, PATIENCE).toEqual([])
    await untilWorkerDoes('perpetuals')
  })

  it('sends orders for perpetuals from another process while one is frozen, and none of them again when that one returns', async () => {
    const desk = deskOf('AMBR')
    const order = await restingOrder(desk)
    const started = await fetch(`${readClusterFile(dataDir)!.control}/start/workers`, { method: 'POST' })
    const { url } = (await started.json()) as { url: string }
    // The jobs have been divided again.
    await expect.poll(() => metricsAt(url), PATIENCE).toMatch(/parley_job_running\{[^}]*\} 1/)
    const frozen = await untilWorkerDoes('perpetuals')
    process.kill(frozen, 'SIGSTOP')
    const place = (idempotencyKey: string) =>
      untilAnswered(() => desk.call(perpetualCalls.placePerpetualOrder, { body: order, idempotencyKey }))
    const placed = (await Promise.all(['frozen-1', 'frozen-2'].map(place)).finally(() => process.kill(frozen, 'SIGCONT'))).map(
      ({ id }) => id,
    )
    // By then it has read everything that was sent to it.
    const hasNoticed = () =>
      logLines('workers').some(
        (line) => line.includes(`"pid":${frozen},`) && line.includes('"work":"perpetuals","msg":"Another process has taken over"'),
      )
    await expect.poll(hasNoticed, PATIENCE).toBe(true)
    const { results } = await desk.call(perpetualCalls.listPerpetualOrders, {})
    expect(results.map(({ id }) => id).toSorted()).toEqual(placed.toSorted())
    await untilAnswered(() => desk.call(perpetualCalls.cancelAllPerpetualOrders, { body: {} }))
  })

  // The auction of the bids above has ended by now, or nearly so.
  it('19.11 settles what a vault has sold when the follower of the chain is killed', async () => {
    const [vault, bidder] = [deskOf(VAULT), deskOf('AMBR')]
    const { auction, best } = sold
    await delay(Math.max(0, auction.ends_at - Date.now()))
    const { bids } = await untilAnswered(() => vault.call(vaultCalls.listAuctionBids, { params: { id: auction.id } }))
    expect(bids.map(({ id }) => id)).toEqual([best])
    const trade = await untilAnswered(() =>
      vault.call(vaultCalls.takeBid, { params: { id: auction.id }, body: { quote_id: best }, idempotencyKey: 'take-1' }),
    )
    process.kill(await untilWorkerDoes('auctions'), 'SIGKILL')
    // It settles before another process follows the chain, and the vault reports nothing.
    await order(readDemoFile(dataDir)!.venueControl, { order: 'SETTLE', swap_id: auction.swap_id, bids })
    await fetch(`${readClusterFile(dataDir)!.control}/start/workers`, { method: 'POST' })
    const settlement = async () => (await bidder.call(vaultCalls.getBidTrade, { params: { id: trade.id } })).settlement
    await expect.poll(settlement, PATIENCE).toBe('CONFIRMED')
  })

  it('2.15 cancels the orders of a key whose gateway is killed, and serves the others at the gateway that is left', async () => {
    const [desk, maker] = [deskOf('AMBR'), deskOf('LIND')]
    const { id, greeks, min_tick_size } = await instrument(desk)
    const ticks = Math.round(Number(greeks!.mark_price) / Number(min_tick_size))
    const rfq = await desk.call(calls.createRfq, {
      body: { venue: 'DBT', quantity: '25', legs: [{ instrument_id: id, ratio: '1', side: 'BUY' }], counterparties: ['LIND'] },
    })
    const gateway = processesOf('gateway')[0]!
    const { accessKey } = readDemoFile(dataDir)!.desks.find((one) => one.ticker === 'LIND')!
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v2/drfq/?api-key=${accessKey}&cancel_on_disconnect=true`)
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    const order = await maker.call(calls.createOrder, {
      body: {
        rfq_id: rfq.id,
        side: 'SELL',
        quantity: '25',
        legs: [{ instrument_id: id, price: String(Number((ticks * Number(min_tick_size)).toFixed(6))) }],
      },
    })
    process.kill(gateway.pid, 'SIGKILL')
    await expect
      .poll(
        () =>
          maker.call(calls.getOrder, { params: { id: order.id } }).then(
            ({ state }) => state,
            () => undefined,
          ),
        { timeout: 30_000, interval: 250 },
      )
      .toBe('CLOSED')
    expect((await desk.call(calls.getRfq, { params: { id: rfq.id } })).state).toBe('OPEN')
  })
})

const metricsAt = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text()

/** Controls the vault and its chain. */
async function order<Answer>(venueControl: string, body: object): Promise<Answer> {
  // A kept connection may be closed by the other side at the moment of the next order.
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const response = await fetch(`${venueControl}/auctions`, { method: 'POST', body: JSON.stringify(body), headers })
  if (!response.ok) throw new Error(`the chain refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

const AUCTION_LASTS_MS = 20_000
const DAY_MS = 86_400_000

/** An offer at the contract, and its auction. */
async function sellOptions(venueControl: string, vault: Client) {
  const place = await order<ChainPlace>(venueControl, { order: 'FACTS' })
  const option = { underlying: 'ETH', kind: 'CALL', strike: 4_000, quantity: 10, min_bid: 10, min_price: '10000000000000000' }
  const expires_at = Math.ceil((Date.now() + 30 * DAY_MS) / DAY_MS) * DAY_MS + 8 * 3_600_000
  const { swap_id } = await order<{ swap_id: number }>(venueControl, { order: 'SELL', ...option, expires_at })
  const domain = { chain_id: Number(place.chainId), verifying_contract: place.swap }
  const body = { venue: 'RBN', domain, swap_id, ends_at: Date.now() + AUCTION_LASTS_MS } as const
  return { place, auction: await vault.call(vaultCalls.openAuction, { body }) }
}

/** A limit order for a perpetual, below its mark and within the venue's band. */
async function restingOrder(desk: Client) {
  const { results } = await desk.call(perpetualCalls.listPerpetualMarkets, {})
  const { market, mark_price } = results.find((one) => one.market.startsWith('BTC'))!
  return { market, side: 'BUY', kind: 'LIMIT', quantity: '0.1', price: String(Math.round(Number(mark_price) * 0.98)) } as const
}

/** Sends a call again until its outcome is known. */
async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ClientError) || (error.status !== 503 && error.status !== 0)) throw error
      await delay(error.retryAfterMs ?? 200)
    }
  }
}
