/** Vault auctions as one part of the server: the engine that decides them, the chain that settles them, the calls and the channels. */
import { isSameAddress, type Auction, type DeskId } from '@parley/core'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Barred } from '../accounts/access.ts'
import { flagsFrom } from '../accounts/feature-flags.ts'
import type { Channel } from '../calls/channel.ts'
import type { Route } from '../calls/route.ts'
import type { Sql } from '../database/sql.ts'
import type { NotificationSource } from '../engine/engine.ts'
import type { Faults } from '../engine/journal.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { PresentKey } from '../protection/key-presence.ts'
import type { UnfinishedCancels } from '../protection/unfinished-cancels.ts'
import type { Vault } from '../vault/vault.ts'
import { openAdmission, type Admission, type AdmissionParts } from './admission.ts'
import { openAuctionEngine, type AuctionEngine } from './auction-engine.ts'
import type { BidLimit } from './bid-limit.ts'
import { createBidding, type Bidding } from './bidding.ts'
import type { AuctionChain } from './chain-reading.ts'
import { auctionChannels } from './channels.ts'
import { createFollowing, createLooking, lastFollowed, type Following } from './follow-chain.ts'
import { followBlocks, publishBlocks, shareDepartures } from './chain-news.ts'
import { createRecall } from './recall.ts'
import { createPacedChain, withoutPace, type PacedChain } from './paced-chain.ts'
import { auctionRoutes } from './routes.ts'
import { createSelling, type Selling } from './selling.ts'
import { reachAuctions, type AuctionNetwork } from './remote-auctions.ts'
import { createAuctionStore, type AuctionStore } from './store.ts'
import { createWallets } from './wallets.ts'

export type AuctionsNeeds = {
  readonly auctions: AuctionChain
  readonly sql: Sql
  readonly vault: Vault
  readonly book: Book
  readonly customers: AdmissionParts['customers']
  readonly may: AdmissionParts['may']
  /** The engine of the markets, in which trading is stopped. */
  readonly engine: AdmissionParts['engine']
  readonly bidLimit: BidLimit
  readonly unfinished: Pick<UnfinishedCancels, 'failed' | 'done'>
  readonly clock: Clock
  readonly log: Log
  /** Commit faults that a test requests. */
  readonly faults?: Faults | undefined
  /** Called when another server has taken over the auctions. */
  readonly onFenced?: (() => void) | undefined
}

type CancelWhatLeft = (gone: PresentKey, leftAt: number) => Promise<void>

/** The two sides of an auction, as the calls use them. */
export type AuctionServices = { readonly bidding: Bidding; readonly selling: Selling }

export type AuctionsPart = {
  /** Undefined without a chain. */
  readonly services: AuctionServices | undefined
  readonly routes: readonly Route[]
  readonly channels: readonly Channel[]
  /** Everything that is published at /v1/vrfq, in addition to what every address has. */
  readonly sources: readonly NotificationSource[]
  /** A desk, user or key may no longer trade. */
  barred(who: Barred): void
  /** Also cancels bids when the last socket of a key with cancel-on-disconnect has closed. */
  cancellingToo(cancel: CancelWhatLeft): CancelWhatLeft
  /** The symbol of a bidding token of a live auction, by its address. */
  readonly symbolOf: (address: string) => string | undefined
  /** Whether this server still decides auctions. */
  readonly lease: AuctionEngine['lease']
  close(): Promise<void>
}

export const withoutAuctions: AuctionsPart = {
  services: undefined,
  routes: auctionRoutes(undefined),
  channels: auctionChannels(undefined),
  sources: [],
  barred: () => undefined,
  cancellingToo: (cancel) => cancel,
  symbolOf: () => undefined,
  lease: { problems: () => [], checkLeases: () => Promise.resolve() },
  close: () => Promise.resolve(),
}

type Opened = {
  readonly needs: AuctionsNeeds
  readonly auctions: AuctionChain
  readonly node: PacedChain
  readonly store: AuctionStore
  readonly engine: AuctionEngine
  readonly admission: Admission
  readonly following: Pick<Following, 'look' | 'isOfAnother' | 'newestBlock'>
}

/** The calls and channels of desks. */
function serveDesks({ needs: { book, bidLimit, clock }, auctions, node, store, engine, admission, following }: Opened) {
  const { now } = clock
  const isOn = flagsFrom(book)
  const depth = () => ({ newestBlock: following.newestBlock(), needed: auctions.confirmations })
  const shared = { engine, store, wallets: createWallets(book), auctions, node, admission, now, bidLimit }
  const bidding = createBidding(shared)
  const selling = createSelling({ ...shared, following, isVault: (desk: DeskId) => isOn('feature_vaults', desk) })
  const parts = { engine, store, bidding, selling, auctions, depth }
  return {
    services: { bidding, selling },
    routes: auctionRoutes(parts),
    channels: auctionChannels({ ...parts, now }),
    sources: [engine.source],
    symbolOf: (address: string) => engine.live().find(({ token }) => isSameAddress(token.address, address))?.token.symbol,
    lease: engine.lease,
  }
}

function chainOf({ auctions, clock: { now } }: AuctionsNeeds, newestBlock: () => bigint | undefined) {
  const { chain, isSimulated } = auctions
  const node = isSimulated ? withoutPace(chain) : createPacedChain({ chain, now, newestBlock })
  return { node, auctions: { ...auctions, chain: node.common } }
}

export async function createAuctions(needs: AuctionsNeeds): Promise<AuctionsPart> {
  const { sql, vault, clock, log } = needs
  const store = createAuctionStore({ sql, vault })
  const opened: { engine?: AuctionEngine } = {}
  const { node, auctions } = chainOf(needs, () => following.newestBlock())
  const following = createFollowing({ auctions, engine: () => opened.engine!, store, now: clock.now, log })
  const depth = () => ({ newestBlock: following.newestBlock(), needed: auctions.confirmations })
  const engine = (opened.engine = await openAuctionEngine({ ...needs, store, depth }))
  const recall = createRecall({ engine, unfinished: needs.unfinished, log })
  const admission = await openAdmission({ ...needs, onStopped: recall.begin })
  recallForBarred(engine.live(), admission.barredOf, recall.begin)
  const served = serveDesks({ needs, auctions, node, store, engine, admission, following })
  await following.start()
  return {
    ...served,
    barred: ({ desk, user }) => recall.begin({ desk, user }),
    cancellingToo: (cancel) => async (gone, leftAt) => {
      admission.keyGone(gone.via)
      await Promise.all([cancel(gone, leftAt), recall.once({ desk: gone.desk, via: gone.via })])
    },
    async close() {
      admission.close()
      await following.close()
      await recall.close()
      await engine.close()
    },
  }
}

/** For a process that serves desks while others decide the auctions and follow the chain. */
export async function reachAuctionsPart(needs: AuctionsNeeds, remote: AuctionNetwork): Promise<AuctionsPart> {
  const { sql, vault, clock, log } = needs
  const store = createAuctionStore({ sql, vault })
  const blocks = followBlocks(remote, await lastFollowed(needs.auctions, store))
  const { node, auctions } = chainOf(needs, blocks.newestBlock)
  const engine = await reachAuctions({ sql, vault, clock, log, ...remote, store })
  const recall = createRecall({ engine, unfinished: needs.unfinished, log })
  // The process that follows the chain also cancels the bids of those who may no longer bid.
  const admission = await openAdmission({ ...needs, onStopped: () => undefined })
  const departures = shareDepartures(remote, admission.keyGone)
  const looking = createLooking({ auctions, engine: () => engine, store, now: clock.now, log })
  return {
    ...serveDesks({ needs, auctions, node, store, engine, admission, following: { ...looking, newestBlock: blocks.newestBlock } }),
    barred: () => undefined,
    cancellingToo: (cancel) => async (gone, leftAt) => {
      departures.publish(gone.via)
      await Promise.all([cancel(gone, leftAt), recall.once({ desk: gone.desk, via: gone.via })])
    },
    async close() {
      departures.close()
      admission.close()
      blocks.close()
      await recall.close()
      await engine.close()
    },
  }
}

/** Follows the chain for all processes, and cancels the bids of those who may no longer bid. */
export async function followAuctions(needs: AuctionsNeeds, remote: AuctionNetwork): Promise<Pick<AuctionsPart, 'barred' | 'close'>> {
  const { sql, vault, clock, log } = needs
  const store = createAuctionStore({ sql, vault })
  const { auctions } = chainOf(needs, () => following.newestBlock())
  const engine = await reachAuctions({ sql, vault, clock, log, ...remote, store })
  const following = createFollowing({
    ...{ auctions, engine: () => engine, store, now: clock.now, log, onBlock: publishBlocks(remote) },
    // A simulated chain goes on while another process begins to follow it.
    firstBlock: auctions.beganAnewAt === undefined ? undefined : 0n,
  })
  const recall = createRecall({ engine, unfinished: needs.unfinished, log })
  const admission = await openAdmission({ ...needs, onStopped: recall.begin }).catch(async (error: unknown) => {
    await engine.close()
    throw error
  })
  // A bid may have been sent to its owner before its gateway knew of the stop.
  const stop = engine.onChanged((changed) => recallForBarred(changed, admission.barredOf, recall.begin))
  recallForBarred(engine.live(), admission.barredOf, recall.begin)
  await following.start()
  return {
    barred: ({ desk, user }) => recall.begin({ desk, user }),
    async close() {
      stop()
      admission.close()
      await following.close()
      await recall.close()
      await engine.close()
    },
  }
}

type Whom = Parameters<ReturnType<typeof createRecall>['begin']>[0]

/** A stop or an end of access may have come in the last moment before a restart. */
function recallForBarred(
  auctions: readonly Auction[],
  barredOf: Awaited<ReturnType<typeof openAdmission>>['barredOf'],
  recall: (whom: Whom) => void,
): void {
  const bids = auctions.flatMap((auction) => [...auction.bids.values()].filter(({ state }) => state === 'OPEN'))
  const bidders = new Map(bids.map(({ desk, user }) => [`${desk} ${user}`, { desk, user }]))
  for (const { desk, user } of bidders.values()) {
    const out = barredOf(desk, user)
    if (out !== undefined) recall(out)
  }
}
