/** Combines vault auctions, if the installation is connected to a chain, with the accounts and the protections of desks. */
import { mayBid, mayTrade, type Barred } from './accounts/access.ts'
import type { Account } from './accounts/create-accounts.ts'
import type { AuctionChain } from './auctions/chain-reading.ts'
import { createBidLimit, type BidLimitParts } from './auctions/bid-limit.ts'
import {
  createAuctions,
  followAuctions,
  reachAuctionsPart,
  withoutAuctions,
  type AuctionsNeeds,
  type AuctionsPart,
} from './auctions/create-auctions.ts'
import type { Jobs } from './cluster/jobs.ts'
import type { Network } from './cluster/network.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import type { Clock } from './market-data/clock.ts'
import type { ServerOptions } from './server-options.ts'
import { subjectsOfInstallation } from './shards/installation.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import { readNumberKey } from './shards/permuted-numbers.ts'
import type { Vault } from './vault/vault.ts'

type Connected = { readonly auctions?: AuctionChain | undefined } & Pick<ServerOptions, 'role'>

type AuctionsSetting = {
  readonly sql: Sql
  readonly vault: Vault
  readonly account: Pick<Account, 'book' | 'access' | 'customers' | 'tokens'>
  readonly market: { readonly engine: MarketEngine }
  readonly protection: { readonly parts: Pick<BidLimitParts, 'settings'> & Pick<AuctionsNeeds, 'unfinished'> }
  readonly marketData: BidLimitParts['marketData']
  readonly clock: Clock
  readonly log: Log
  readonly onFenced: () => void
  /** The network to the other processes of the installation, if there are any. */
  readonly network: Network | undefined
  readonly jobs: Jobs
}

export async function openAuctions(
  { auctions, role }: Connected,
  { account, market, protection, marketData, sql, vault, clock, log, onFenced, network, jobs }: AuctionsSetting,
  closing: (() => Promise<unknown> | void)[],
): Promise<AuctionsPart> {
  if (auctions === undefined) return withoutAuctions
  const { book, customers, access } = account
  const may = {
    bid: (who: Required<Barred>) => mayBid(book.accounts, who),
    sell: (who: Required<Barred>) => mayTrade(book.accounts, who),
  }
  const bidLimit = createBidLimit({ settings: protection.parts.settings, marketData })
  const { engine } = market
  const { unfinished } = protection.parts
  const needs = { auctions, sql, vault, book, customers, may, engine, bidLimit, unfinished, clock, log, onFenced }
  const remote = network && { network, subjects: subjectsOfInstallation(await readNumberKey(sql)) }
  if (remote !== undefined && role?.kind === 'WORKERS') {
    const following = await jobs.run('auctions', async () => {
      const part = await followAuctions(needs, remote)
      const stop = access.onBarred(part.barred)
      return { close: () => (stop(), part.close()) }
    })
    closing.push(following.close)
    return withoutAuctions
  }
  const part = remote === undefined ? await createAuctions(needs) : await reachAuctionsPart(needs, remote)
  account.tokens.symbolOf = part.symbolOf
  closing.push(part.close, access.onBarred(part.barred))
  return part
}
