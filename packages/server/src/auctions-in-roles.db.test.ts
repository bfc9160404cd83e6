/** Auctions in an installation of many processes: one decides, one follows the chain, and gateways serve desks (decision 1048). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VaultBidView } from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIRMATIONS, notified, openAuctionProduct, settled, signedBid, type Bidder } from '../test/auction-product.ts'
import { hasNatsServer, startNatsServer } from '../test/cluster/nats-server.ts'
import { withTestDatabase } from '../test/database.ts'
import { eventually } from '../test/desk.ts'
import { lightWork } from '../test/light-work.ts'
import { otherVenues, createTestVenue } from '../test/market-venue.ts'
import { createPaperChain, NOBODY } from '../test/paper-chain.ts'
import { openTestSocket, signatureHeaders } from '../test/product.ts'
import { openNatsNetwork } from './cluster/nats-network.ts'
import { silent } from './log/log.ts'
import { createServer } from './server.ts'
import { serveShards } from './serve-shards.ts'

const database = withTestDatabase()
const secretKey = 'ab'.repeat(32)
const NOON = 1_800_000_000_000

// Without an installed nats-server the report shows these tests as skipped.
describe.skipIf(!hasNatsServer)('with a nats-server', () => {
  let nats: Awaited<ReturnType<typeof startNatsServer>>
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-auction-roles-'))
  const clock = { now: () => NOON }
  const chain = createPaperChain(1_900_000_000n)
  const auctions = { chain, confirmations: CONFIRMATIONS, referrer: NOBODY, transactionUrl: null, isSimulated: true }
  const common = () => ({
    ...{ dataDir, databaseUrl: database.url, secretKey, auctions, port: 0, now: () => clock.now(), log: silent },
    natsUrl: nats.url,
  })
  const shards = () => serveShards({ ...common(), venues: ['DBT', 'BYB', 'BIT', 'PRDX'] })
  const process = (kind: 'GATEWAY' | 'WORKERS', aheadMs = 0) =>
    createServer({
      ...common(),
      now: () => clock.now() + aheadMs,
      role: { kind, natsUrl: nats.url },
      venues: [createTestVenue('DBT', [], () => NOON), ...otherVenues(() => NOON)],
      passwordWork: lightWork,
    })
  beforeAll(async () => {
    nats = await startNatsServer()
  })
  afterAll(async () => {
    await nats.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('19.4 19.8 19.11 19.13 bids, their cancellation and settlement outlive the process that decides and the one that follows the chain', async () => {
    const network = await openNatsNetwork({ url: nats.url, log: silent })
    const messages: string[] = []
    // A reader of the commands would hide from their sender that no process serves them, so it ends before the owner does.
    const stopReading = network.subscribe('parley.*.calls.auctions', (text) => messages.push(text))
    network.subscribe('parley.*.news.auctions', (text) => messages.push(text))
    const owners = [await shards()]
    const workers = [await process('WORKERS')]
    const first = await openAuctionProduct(database.url, chain, { secretKey, role: { kind: 'GATEWAY', natsUrl: nats.url } })
    clock.now = () => first.desk.product.clock.now
    const { kest, lark, vault } = first
    const second = await process('GATEWAY')
    let reads = 0
    const at = async ({ baseUrl }: { readonly baseUrl: string }, who: Bidder, path: string) => {
      const headers = signatureHeaders(who.key, clock.now() + 1_000 + (reads += 1), 'GET', path, '')
      const answer = await fetch(`${baseUrl}${path}`, { headers })
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
    }
    const atSecond = (who: Bidder, path: string) => at(second, who, path)

    const auction = await first.auction()
    const bidsOfLark = async () => {
      const opened = await openTestSocket(second.baseUrl, `/v1/vrfq/?api-key=${lark.key.accessKey}&cancel_on_disconnect=false`)
      opened.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'quote' } })
      await opened.next(({ id }) => id === 1)
      return opened
    }
    const before = await bidsOfLark()
    const bid = await first.bid(lark, auction, '3')
    await notified(before, 'quote', ({ kind, quote }) => kind === 'NEW' && quote?.id === bid.id)
    const own = await eventually(
      () => atSecond(lark, `/v1/vrfq/quotes/${bid.id}/`),
      ({ status }) => status === 200,
    )
    expect(own.json).toMatchObject({ id: bid.id, price: '3', status: 'OPEN' })
    expect((await atSecond(kest, `/v1/vrfq/quotes/${bid.id}/`)).status).toBe(404)

    // Another process takes the auctions over.
    stopReading()
    owners.push(await shards())
    await owners[0]!.close()
    const gone = await first.bid(kest, auction, '2')
    expect((await first.by(kest, 'DELETE', `/v1/vrfq/quotes/${gone.id}/`)).json).toMatchObject({ status: 'CLOSED' })

    // A user who is stopped at a gateway has their bids cancelled by the process that follows the chain.
    const stopped = await first.bid(first.merl, auction, '2.5')
    expect(await first.by(first.merl, 'POST', '/v2/protection/stop_me/', {})).toMatchObject({ status: 200 })
    const cancelled = await eventually(
      () => first.by(first.merl, 'GET', `/v1/vrfq/quotes/${stopped.id}/`),
      ({ json: found }) => found['status'] === 'CLOSED',
    )
    expect(cancelled.json).toMatchObject({ id: stopped.id, status: 'CLOSED' })

    // A gateway whose clock is ahead of the owner's shows no bid before the owner has closed the auction (decision 1045).
    const early = await process('GATEWAY', 5_000)
    const [book, itsBid] = [`/v1/vrfq/rfqs/${auction.id}/quotes/`, `/v1/vrfq/quotes/${bid.id}/`]
    first.desk.product.clock.now = auction.ends_at - 3_000
    expect((await at(early, vault, book)).json).toMatchObject({ error: 'BidsAreSealed' })
    expect((await at(early, vault, itsBid)).status).toBe(404)
    await first.end(auction)
    expect((await at(early, vault, book)).json).toMatchObject({ bids: [{ id: bid.id }] })
    expect((await at(early, vault, itsBid)).status).toBe(200)
    await early.close()
    // The heartbeat of the first socket is late by a minute now.
    before.close()
    const socket = await bidsOfLark()
    expect((await first.book(auction)).bids.map(({ id }) => id)).toEqual([bid.id])
    const trade = await first.take(auction, bid)
    await notified(socket, 'quote', ({ kind, quote }) => kind === 'PENDING_FILL' && quote?.id === bid.id)
    const { json } = await first.by(vault, 'GET', `/v1/vrfq/quotes/${bid.id}/`)
    await chain.settle(BigInt(auction.swap_id), [signedBid(json as unknown as VaultBidView)])
    await settled(first, lark, trade.id, 'MINED')

    // Another process follows the chain. A block that was removed while none did is noticed.
    await workers[0]!.close()
    chain.undo(1)
    workers.push(await process('WORKERS'))
    await settled(first, lark, trade.id, 'REORGANISED')
    await chain.settle(BigInt(auction.swap_id), [signedBid(json as unknown as VaultBidView)])
    chain.mine(CONFIRMATIONS)
    await settled(first, lark, trade.id, 'CONFIRMED')
    const seen = await eventually(
      () => atSecond(lark, `/v1/vrfq/trades/${trade.id}/`),
      ({ json: found }) => found['settlement'] === 'CONFIRMED',
    )
    expect(seen.json).toMatchObject({ id: trade.id, status: 'COMPLETED' })

    // No message between the processes contains a bid in plain text.
    expect(messages.length).toBeGreaterThan(10)
    for (const text of messages)
      for (const word of [bid.signature, bid.sell_amount, 'LARK', 'price', 'PlaceBid']) expect(text).not.toContain(word)
    socket.close()
    await network.close()
    await second.close()
    await first.close()
    await workers[1]!.close()
    await owners[1]!.close()
  })

  it('a gateway that starts while no process answers for the markets waits for them', async () => {
    const network = await openNatsNetwork({ url: nats.url, log: silent })
    let asked = 0
    // The gateway cannot know that the reader is not the owner of the market.
    const stopReading = network.subscribe('parley.*.calls.DBT-BTC', (text) => (asked += text.includes('"shards.stops"') ? 1 : 0))
    const starting = process('GATEWAY')
    // A read is sent three times, and then it is begun again.
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(3)
    stopReading()
    const owner = await shards()
    const gateway = await starting
    expect((await fetch(`${gateway.baseUrl}/health/ready`)).status).toBe(200)
    await gateway.close()
    await owner.close()
    await network.close()
  })
})
