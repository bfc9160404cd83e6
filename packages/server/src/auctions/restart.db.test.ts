/** Auctions across a restart: nothing that was answered is lost, readers resume where they were, and the chain is checked again. */
import type { VaultBidView } from '@parley/contracts'
import type { Auction } from '@parley/core'
import { expect, it } from 'vitest'
import { CONFIRMATIONS, openAuctionProduct, settled, signedBid } from '../../test/auction-product.ts'
import { withTestDatabase } from '../../test/database.ts'
import { createPaperChain, NOBODY } from '../../test/paper-chain.ts'
import { checkJournal } from '../engine/check-journal.ts'
import { openJournalKeys } from '../engine/journal-keys.ts'
import { readPostgresJournal } from '../engine/read-postgres-journal.ts'
import { sealedReads } from '../engine/sealed-journal.ts'
import { createVault } from '../vault/vault.ts'
import { auctionShard } from './auction-engine.ts'
import { auctionFrom, toText } from './codec.ts'
import { auctionMachine } from './machine.ts'
import { createAuctionStore } from './store.ts'

const database = withTestDatabase()
const secretKey = 'ab'.repeat(32)
const open = (chain: ReturnType<typeof createPaperChain>) => openAuctionProduct(database.url, chain, { secretKey })

it('19.4 19.11 19.13 what was decided stands after a restart, also beside another chain, the state is what its events come to, and a reader resumes', async () => {
  const chain = createPaperChain(1_900_000_000n)
  const before = await open(chain)
  const { lark, kest } = before
  const first = await before.socket(lark)
  first.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'quote', snapshot: true } })
  const { params } = await first.next(({ method }) => method === 'subscription')
  const { positions } = (params as { meta: { positions: Record<string, number> } }).meta
  const auction = await before.auction()
  const bid = await before.bid(lark, auction, '3')
  const gone = await before.bid(kest, auction, '2')
  await before.by(kest, 'DELETE', `/v1/vrfq/quotes/${gone.id}/`)
  await before.close()

  const during = await open(chain)
  const again = await during.socket(lark)
  again.send({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'quote', from_seq: positions } })
  const missed = await again.next(({ method }) => method === 'subscription')
  expect(missed['params']).toMatchObject({ channel: 'quote', data: { kind: 'NEW', quote: { id: bid.id, price: '3' } } })
  await during.end(auction)
  expect((await during.book(auction)).bids.map(({ id }) => id)).toEqual([bid.id])
  const trade = await during.take(auction, bid)
  const { json } = await during.by(during.vault, 'GET', `/v1/vrfq/quotes/${bid.id}/`)
  await chain.settle(BigInt(auction.swap_id), [signedBid(json as unknown as VaultBidView)])
  await settled(during, lark, trade.id, 'MINED')
  await during.close()
  // The server misses the removal of the block from the chain.
  chain.undo(1)

  const after = await open(chain)
  after.desk.product.clock.now = auction.ends_at
  await settled(after, after.lark, trade.id, 'REORGANISED')
  await chain.settle(BigInt(auction.swap_id), [signedBid(json as unknown as VaultBidView)])
  chain.mine(CONFIRMATIONS)
  await settled(after, after.lark, trade.id, 'CONFIRMED')
  await after.close()

  // As in the demo, whose new chain is shorter than the last one and does not contain its blocks: earlier settlements remain, and new ones can
  // follow.
  const next = createPaperChain(1_900_000_000n)
  const auctions = { chain: next, confirmations: CONFIRMATIONS, referrer: NOBODY, transactionUrl: null, isSimulated: true }
  const anew = await openAuctionProduct(database.url, next, {
    secretKey,
    auctions: { ...auctions, beganAnewAt: auction.ends_at + 1_000 },
  })
  anew.desk.product.clock.now = auction.ends_at + 1_000
  const [other, second] = [anew.kest, await anew.auction()]
  const better = await anew.bid(other, second, '3', { nonce: 77 })
  await anew.end(second)
  const later = await anew.take(second, better)
  const { json: taken } = await anew.by(anew.vault, 'GET', `/v1/vrfq/quotes/${better.id}/`)
  await next.settle(BigInt(second.swap_id), [signedBid(taken as unknown as VaultBidView)])
  next.mine(CONFIRMATIONS - 1)
  await settled(anew, other, later.id, 'CONFIRMED')
  next.undo(CONFIRMATIONS)
  await settled(anew, other, later.id, 'REORGANISED')
  expect(await anew.trade(anew.lark, trade.id)).toMatchObject({ status: 'COMPLETED', settlement: 'CONFIRMED' })
  await anew.close()

  const vault = createVault(Buffer.from(secretKey, 'hex'))
  const kept = (await createAuctionStore({ sql: database.sql, vault }).auction(auction.id))!
  expect(kept.stage).toBe('OVER')
  // The journal has no gap, every hash is correct, and the record of every auction matches the journal.
  const journal = sealedReads(readPostgresJournal(database.sql), await openJournalKeys({ sql: database.sql, vault }))
  const { faults, rows } = await checkJournal(journal, auctionShard, auctionMachine)
  expect(faults).toEqual([])
  expect(rows).toBeGreaterThan(10)
  const newest = new Map<number, Auction>()
  await checkJournal(journal, auctionShard, auctionMachine, ({ changes }) => {
    for (const { id, after } of changes) if (after !== undefined) newest.set(id, after)
  })
  expect(auctionFrom(toText(newest.get(auction.id)))).toEqual(auctionFrom(toText(kept)))
  // No table contains any part of a bid in plain text.
  const texts = await database.sql<{ text: string }[]>`
    select event as text from journal where shard = 'auctions'
    union all select data from outbox_message where shard_group = ${auctionShard.group}
    union all select state from snapshot where shard = 'auctions'`
  expect(texts.length).toBeGreaterThan(20)
  for (const { text } of texts) for (const word of [bid.signature, bid.sell_amount, '"LARK"', '"price"']) expect(text).not.toContain(word)
  await expect(database.sql`delete from journal where shard = 'auctions'`).rejects.toThrow('rows are final')
})
