/** Combines vault auctions, if the installation is connected to a chain, with the accounts and the protections of desks. */
import { mayBid, mayTrade, type Barred } from './accounts/access.ts'
import type { Account } from './accounts/create-accounts.ts'
import type { AuctionChain } from './auctions/chain-reading.ts'
import { createAuctions, withoutAuctions, type AuctionsPart } from './auctions/create-auctions.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import type { Clock } from './market-data/clock.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import type { Vault } from './vault/vault.ts'

type Connected = { readonly auctions?: AuctionChain | undefined }

type AuctionsSetting = {
  readonly sql: Sql
  readonly vault: Vault
  readonly account: Pick<Account, 'book' | 'access' | 'customers' | 'tokens'>
  readonly market: { readonly engine: MarketEngine }
  readonly clock: Clock
  readonly log: Log
  readonly onFenced: () => void
}

export async function openAuctions(
  { auctions }: Connected,
  { account, market, ...setting }: AuctionsSetting,
  closing: (() => Promise<unknown> | void)[],
): Promise<AuctionsPart> {
  if (auctions === undefined) return withoutAuctions
  const { book, customers, access } = account
  const may = {
    bid: (who: Required<Barred>) => mayBid(book.accounts, who),
    sell: (who: Required<Barred>) => mayTrade(book.accounts, who),
  }
  const part = await createAuctions({ ...setting, auctions, book, customers, may, engine: market.engine })
  account.tokens.symbolOf = part.symbolOf
  closing.push(part.close, access.onBarred(part.barred))
  return part
}
