/** Vault auctions as one part of the server: the engine that decides them, the chain that settles them, the calls and the channels. */
import { isSameAddress, type DeskId } from '@parley/core'
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
import { openAdmission, type AdmissionParts } from './admission.ts'
import { openAuctionEngine, type AuctionEngine } from './auction-engine.ts'
import type { BidLimit } from './bid-limit.ts'
import { createBidding, type Bidding } from './bidding.ts'
import type { AuctionChain } from './chain-reading.ts'
import { auctionChannels } from './channels.ts'
import { createFollowing } from './follow-chain.ts'
import { createRecall } from './recall.ts'
import { createPacedChain, withoutPace } from './paced-chain.ts'
import { auctionRoutes } from './routes.ts'
import { createSelling, type Selling } from './selling.ts'
import { createAuctionStore } from './store.ts'
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

export async function createAuctions(needs: AuctionsNeeds): Promise<AuctionsPart> {
  const { sql, vault, book, clock, log } = needs
  const { now } = clock
  const store = createAuctionStore({ sql, vault })
  const opened: { engine?: AuctionEngine } = {}
  const { chain, isSimulated } = needs.auctions
  const node = isSimulated ? withoutPace(chain) : createPacedChain({ chain, now, newestBlock: () => following.newestBlock() })
  const auctions: AuctionChain = { ...needs.auctions, chain: node.common }
  const following = createFollowing({ auctions, engine: () => opened.engine!, store, now, log })
  const depth = () => ({ newestBlock: following.newestBlock(), needed: auctions.confirmations })
  const engine = (opened.engine = await openAuctionEngine({ ...needs, store, depth }))
  const recall = createRecall({ engine, unfinished: needs.unfinished, log })
  const admission = await openAdmission({ ...needs, onStopped: recall.begin })
  recallForBarred(engine, admission.barredOf, recall.begin)
  const wallets = createWallets(book)
  const isOn = flagsFrom(book)
  const shared = { engine, store, wallets, auctions, node, admission, now, bidLimit: needs.bidLimit }
  const bidding = createBidding(shared)
  const selling = createSelling({ ...shared, following, isVault: (desk: DeskId) => isOn('feature_vaults', desk) })
  await following.start()
  const parts = { engine, store, bidding, selling, auctions, depth }
  return {
    services: { bidding, selling },
    routes: auctionRoutes(parts),
    channels: auctionChannels({ ...parts, now }),
    sources: [engine.source],
    barred: ({ desk, user }) => recall.begin({ desk, user }),
    cancellingToo: (cancel) => async (gone, leftAt) => {
      admission.keyGone(gone.via)
      await Promise.all([cancel(gone, leftAt), recall.once({ desk: gone.desk, via: gone.via })])
    },
    symbolOf: (address) => engine.live().find(({ token }) => isSameAddress(token.address, address))?.token.symbol,
    lease: engine.lease,
    async close() {
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
  { live }: Pick<AuctionEngine, 'live'>,
  barredOf: Awaited<ReturnType<typeof openAdmission>>['barredOf'],
  recall: (whom: Whom) => void,
): void {
  const bids = live().flatMap((auction) => [...auction.bids.values()].filter(({ state }) => state === 'OPEN'))
  const bidders = new Map(bids.map(({ desk, user }) => [`${desk} ${user}`, { desk, user }]))
  for (const { desk, user } of bidders.values()) {
    const out = barredOf(desk, user)
    if (out !== undefined) recall(out)
  }
}
