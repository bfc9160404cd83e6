/** Auctions of vaults as one part of the server: the house, the chain that settles, the calls and the channels. */
import { refuse, type DeskId, type Refusal } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Barred } from '../accounts/access.ts'
import type { Customers } from '../accounts/customers.ts'
import { flagsFrom } from '../accounts/flags.ts'
import type { Channel } from '../calls/channel.ts'
import type { Caller, Route } from '../calls/route.ts'
import type { Sql } from '../database/sql.ts'
import type { NotificationSource } from '../engine/engine.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { PresentKey } from '../protection/key-presence.ts'
import type { ProtectionService } from '../protection/service.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { Vault } from '../vault/vault.ts'
import { createBidding, type Whose } from './bidding.ts'
import type { AuctionChain } from './chain-reading.ts'
import { auctionChannels } from './channels.ts'
import { createFollowing } from './follow-chain.ts'
import { openHouse, type House } from './house.ts'
import { AuctionNotifications } from './notifications.ts'
import { auctionRoutes } from './routes.ts'
import { createSelling } from './selling.ts'
import { createAuctionStore } from './store.ts'
import { createWallets } from './wallets.ts'

export type AuctionsNeeds = {
  readonly auctions: AuctionChain
  readonly sql: Sql
  readonly vault: Vault
  readonly book: Book
  readonly customers: Pick<Customers, 'whyNotAuctions'>
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly service: Pick<ProtectionService, 'stopsOf'>
  readonly clock: Clock
  readonly log: Log
}

type CancelWhatLeft = (gone: PresentKey, leftAt: number) => Promise<void>

export type AuctionsPart = {
  readonly routes: readonly Route[]
  readonly channels: readonly Channel[]
  /** All that is published at /v1/vrfq: the notifications of auctions beside the others. */
  beside(source: NotificationSource): NotificationSource
  /** Somebody may no longer trade. */
  barred(who: Barred): void
  /** Takes bids back too where the last socket of a key has gone that had asked to cancel then. */
  cancellingToo(cancel: CancelWhatLeft): CancelWhatLeft
  close(): Promise<void>
}

export const withoutAuctions: AuctionsPart = {
  routes: auctionRoutes(undefined),
  channels: auctionChannels(undefined),
  beside: (source) => source,
  barred: () => undefined,
  cancellingToo: (cancel) => cancel,
  close: () => Promise.resolve(),
}

export async function createAuctions(needs: AuctionsNeeds): Promise<AuctionsPart> {
  const { auctions, sql, vault, book, engine, clock, log } = needs
  const { now } = clock
  const store = createAuctionStore({ sql, vault })
  const newest = await store.newest()
  const notifications = new AuctionNotifications({ sql, vault, now }, { decision: newest.event, seq: newest.seq })
  const opened: { house?: House } = {}
  const following = createFollowing({ auctions, house: () => opened.house!, store, now, log })
  const depth = () => ({ newestBlock: following.newestBlock(), needed: auctions.confirmations })
  const house = (opened.house = await openHouse({ store, notifications, depth, clock, log }))
  const wallets = createWallets(book)
  const isOn = flagsFrom(book)
  const shared = { house, store, wallets, auctions, whyNot: (caller: Caller) => whyNot(needs, caller), now, log }
  const bidding = createBidding(shared)
  const selling = createSelling({ ...shared, following, isVault: (desk: DeskId) => isOn('feature_vaults', desk) })
  const recalling = new Set<Promise<void>>()
  const recall = (whose: Whose): void => {
    const work = bidding.recall(whose).finally(() => recalling.delete(work))
    recalling.add(work)
  }
  const stopListening = engine.onDecided((decisions) => {
    for (const { events } of decisions)
      for (const event of events) if (event.kind === 'TradingStopped') recall({ desk: event.desk, user: event.user })
  })
  await following.start()
  const parts = { house, store, bidding, selling, auctions, depth }
  return {
    routes: auctionRoutes(parts),
    channels: auctionChannels({ ...parts, now }),
    beside: (source) => notifications.beside(source),
    barred: ({ desk, user }) => recall({ desk, user }),
    cancellingToo: (cancel) => async (gone, leftAt) => {
      await Promise.all([cancel(gone, leftAt), bidding.recall({ desk: gone.desk, via: gone.via })])
    },
    async close() {
      stopListening()
      await following.close()
      await Promise.all(recalling)
      await house.close()
    },
  }
}

/** While trading is stopped nothing new is bid or sold; and auctions are offered by one entity alone. */
async function whyNot({ service, customers }: AuctionsNeeds, caller: Caller): Promise<Refusal | undefined> {
  const ineligible = customers.whyNotAuctions(caller)
  if (ineligible !== undefined) return ineligible
  const stops = await service.stopsOf(caller.desk)
  const own = stops.find(({ user }) => user === '' || user === caller.user)
  if (own === undefined) return undefined
  const whose = own.user === '' ? 'your desk' : 'you'
  return refuse('TradingIsStopped', '19.4', `Trading is stopped for ${whose}; taking back goes on. An administrator allows trading again.`)
}
