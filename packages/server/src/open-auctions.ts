/** Auctions of vaults, where the installation connects a chain, put together with the accounts and the protections of desks. */
import type { Account } from './accounts/create-accounts.ts'
import type { AuctionChain } from './auctions/chain-reading.ts'
import { createAuctions, withoutAuctions, type AuctionsPart } from './auctions/create-auctions.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import type { Clock } from './market-data/clock.ts'
import type { Protection } from './protection/create-protection.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import type { Vault } from './vault/vault.ts'

type Connected = { readonly auctions?: AuctionChain | undefined }

type AuctionsSetting = {
  readonly sql: Sql
  readonly vault: Vault
  readonly account: Pick<Account, 'book' | 'access' | 'customers'>
  readonly market: { readonly engine: MarketEngine }
  readonly protection: Protection
  readonly clock: Clock
  readonly log: Log
}

export async function openAuctions(
  { auctions }: Connected,
  { account, market, protection, ...setting }: AuctionsSetting,
  closing: (() => Promise<unknown> | void)[],
): Promise<AuctionsPart> {
  if (auctions === undefined) return withoutAuctions
  const { book, customers, access } = account
  const part = await createAuctions({ ...setting, auctions, book, customers, engine: market.engine, service: protection.parts.service })
  closing.push(part.close, access.onBarred(part.barred))
  return part
}
