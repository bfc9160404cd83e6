/** An installation whose auctions were decided before the engine existed: after the upgrade all of them still exist and continue. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vaultCalls, type AuctionView, type VaultBidView, type VaultTradeView } from '@parley/contracts'
import type { AuctionsEvent } from '@parley/core'
import { afterAll, expect, it } from 'vitest'
import { openTestDatabase, withTestDatabase } from '../../test/database.ts'
import { KEST, LARK, openWorld, ORRY, type World } from '../../test/direct-market.ts'
import { createLateChain } from '../../test/late-chain.ts'
import { createPaperChain } from '../../test/paper-chain.ts'
import { createTestVenue } from '../../test/settlement-venue.ts'
import { openSocketAuctions } from '../../test/socket-auctions.ts'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import { checkJournal } from '../engine/check-journal.ts'
import { openJournalKeys } from '../engine/journal-keys.ts'
import { readPostgresJournal } from '../engine/read-postgres-journal.ts'
import { sealedReads } from '../engine/sealed-journal.ts'
import { silent } from '../log/log.ts'
import { createVault } from '../vault/vault.ts'
import { auctionShard } from './auction-engine.ts'
import { fromPlain, toText } from './codec.ts'
import { auctionMachine } from './machine.ts'
import { aboutEvent } from './store.ts'

const database = withTestDatabase()
const now = () => 1_800_000_000_000
/** The vault of the auction test kit. */
const vault = createVault(new Uint8Array(32))
let world: World | undefined
afterAll(() => world?.close())

const chain = createLateChain(createPaperChain(1_900_000_000n))
const open = () => openSocketAuctions({ sql: database.sql, engine: world!.engine, now, chain }, [ORRY, KEST, LARK])
type Auctions = Awaited<ReturnType<typeof open>>

async function seenIn({ ask }: Auctions) {
  const { results: auctions } = await ask<{ results: readonly AuctionView[] }>(KEST, vaultCalls.listAuctions, {})
  const bids = await Promise.all([KEST, LARK].map((desk) => ask<{ results: readonly VaultBidView[] }>(desk, vaultCalls.listBids, {})))
  const trades = await ask<{ results: readonly VaultTradeView[] }>(ORRY, vaultCalls.listBidTrades, {})
  return {
    auctions: auctions.map(({ id, seller, quantity, ends_at, outcome }: AuctionView & { readonly seller?: string }) => ({ id, seller, quantity, ends_at, outcome })), // prettier-ignore
    bids: bids.map(({ results }) => results),
    trades: trades.results.map(({ id, settlement, price, transaction_id }) => ({ id, settlement, price, transaction_id })),
  }
}

const journal = async () => sealedReads(readPostgresJournal(database.sql), await openJournalKeys({ sql: database.sql, vault }))

/** The tables as the previous version left them: each event a sealed row, and the engine's tables empty. */
async function setBack(): Promise<number> {
  const { sql } = database
  const entries = await (await journal()).read(auctionShard, 0, 10_000)
  const events = entries
    .map(({ event }) => fromPlain<AuctionsEvent>(JSON.parse(event)))
    .filter(({ kind }) => kind !== 'AuctionForgotten' && kind !== 'AuctionRestored')
  for (const [place, event] of events.entries()) {
    const auction = event.kind === 'AuctionOpened' ? event.terms.id : event.auction
    await sql`
      insert into auction_event (id, auction, at, content_sealed)
      values (${place + 1}, ${auction}, 1, ${vault.seal(toText(event), aboutEvent(place + 1))})`
  }
  await sql`alter table journal disable trigger user`
  for (const table of ['journal', 'snapshot']) await sql`delete from ${sql(table)} where shard = 'auctions'`
  await sql`alter table journal enable trigger user`
  await sql`delete from outbox_message where shard_group = ${auctionShard.group}`
  return events.length
}

it('19.1 19.4 19.7 auctions, bids, trades and used nonces are the same after the upgrade, and running auctions go on', async () => {
  world = await openWorld(database.sql, createTestVenue(now).venue, now)
  const before = await open()
  await before.sell()
  const running = await before.open()
  const used = await before.signedBy(KEST, running, '2', { nonce: 700 })
  const { id } = await before.ask<VaultBidView>(KEST, vaultCalls.createBid, { id: running.id }, used)
  await before.bid(KEST, running, '3')
  const seen = await seenIn(before)
  await before.close()
  expect(await setBack()).toBeGreaterThan(10)

  const after = await open()
  after.clock.aheadMs = before.clock.aheadMs
  expect(await seenIn(after)).toEqual(seen)
  expect(await database.sql`select from auction_event`).toHaveLength(0)
  const again = await after.askOrRefuse(LARK, vaultCalls.createBid, { id: running.id }, used)
  expect(again).toMatchObject({ refused: 'BidUnfit' })
  const named = await after.askOrRefuse(KEST, vaultCalls.priceBid, { id: running.id }, { account: 'hot', price: '4', nonce: 700 })
  expect(named).toMatchObject({ refused: 'BidRefusedByContract', rule: '19.7' })
  const [standing] = seen.bids[0]!.filter(({ rfq_id, state }) => rfq_id === running.id && state === 'OPEN')
  expect(standing!.id).not.toBe(id)
  expect(await after.ask<VaultBidView>(KEST, vaultCalls.cancelBid, { id: standing!.id })).toMatchObject({ state: 'CANCELED' })
  await after.close()
  const { faults, state } = await checkJournal(await journal(), auctionShard, auctionMachine)
  expect(faults).toEqual([])
  expect(state.lastId).toBe(Math.max(...seen.auctions.map((auction) => auction.id)))

  const third = await open()
  expect((await third.ask<VaultBidView>(KEST, vaultCalls.getBid, { id })).state).toBe('CANCELED')
  await third.close()
})

it('19.8 numbers of messages go on above those that were given before the upgrade', async () => {
  const { sql, close } = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'parley-before-'))
  try {
    for (const name of readdirSync(migrationsFolder).filter((name) => name < '0011'))
      cpSync(join(migrationsFolder, name), join(folder, name))
    await sql`drop schema public cascade`
    await sql`create schema public`
    await migrate(sql, silent, folder)
    await sql`
      insert into auction_message (id, place, seq, audience, channel, event, at, data_sealed)
      values (7, 0, 3686400000000123, 'desk:KEST', 'auction_bid', 'ADDED', 1, ${vault.seal('{}', 'auction message 7 0')})`
    await migrate(sql, silent)
    expect(await readPostgresJournal(sql).lastNotification(auctionShard)).toBe(3_686_400_000_000_123)
  } finally {
    rmSync(folder, { recursive: true })
    await close()
  }
})
