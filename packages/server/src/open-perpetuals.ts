/** Combines the perpetuals venue, if the installation is connected to one, with the accounts and the protections of desks. */
import type { ParadexVenue, Venue } from '@parley/venues'
import type { Account } from './accounts/create-accounts.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import type { Clock } from './market-data/clock.ts'
import { createAudited } from './perpetuals/audited.ts'
import { createPerpetuals, withoutPerpetuals, type PerpetualsPart } from './perpetuals/create-perpetuals.ts'
import { createDeskAccounts, type DeskAccounts } from './perpetuals/desk-account.ts'
import { perpetualsKeyCheck } from './perpetuals/key-check.ts'
import type { Protection } from './protection/create-protection.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import type { Vault } from './vault/vault.ts'

type Connected = { readonly paradex?: ParadexVenue | undefined }
type Closing = (() => Promise<unknown> | void)[]
type AccountsAt = (book: Account['book']) => DeskAccounts

type VenuesAsked = Connected & { readonly venues?: readonly Venue[]; readonly ourAddresses?: readonly string[] }

/** The venues that are asked about a key. */
export const askedVenues = ({ venues = [], paradex, ourAddresses }: VenuesAsked) => ({
  venues: paradex === undefined ? venues : [...venues, perpetualsKeyCheck(paradex)],
  ourAddresses,
})

/** The accounts with which desks trade there; undefined if no venue is connected. */
export function openPerpetualsVenue({ paradex }: Connected, vault: Vault, closing: Closing): AccountsAt | undefined {
  if (paradex === undefined) return undefined
  closing.push(() => paradex.close())
  return (book) => createDeskAccounts({ book, vault, perpetuals: paradex.perpetuals })
}

type PerpetualsSetting = {
  readonly sql: Sql
  readonly account: Pick<Account, 'book' | 'access' | 'customers' | 'watch'>
  readonly market: { readonly engine: MarketEngine }
  readonly protection: Protection
  readonly clock: Clock
  readonly accountsAt: AccountsAt | undefined
  readonly log: Log
}

export function openPerpetuals({ paradex }: Connected, setting: PerpetualsSetting, closing: Closing): PerpetualsPart {
  const { sql, account, market, protection, clock, accountsAt, log } = setting
  if (paradex === undefined || accountsAt === undefined) return withoutPerpetuals
  const part = createPerpetuals({
    ...{ perpetuals: paradex.perpetuals, accountOf: accountsAt(account.book), book: account.book },
    audited: createAudited({ sql, now: clock.now, log, used: account.watch.used }),
    ...{ engine: market.engine, customers: account.customers, ...protection.parts, clock, log },
  })
  closing.push(part.close, account.access.onBarred(part.barred))
  return part
}
