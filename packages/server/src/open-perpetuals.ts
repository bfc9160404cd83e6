/** Combines the perpetuals venue, if the installation is connected to one, with the accounts and the protections of desks. */
import type { ParadexVenue, Venue } from '@parley/venues'
import type { Account } from './accounts/create-accounts.ts'
import type { Jobs } from './cluster/jobs.ts'
import type { Network } from './cluster/network.ts'
import type { Sql } from './database/sql.ts'
import type { Log } from './log/log.ts'
import type { Clock } from './market-data/clock.ts'
import { createAudited } from './perpetuals/audited.ts'
import {
  createPerpetuals,
  reachPerpetuals,
  servePerpetualOrders,
  withoutPerpetuals,
  type PerpetualsPart,
} from './perpetuals/create-perpetuals.ts'
import { createDeskAccounts, type DeskAccounts } from './perpetuals/desk-account.ts'
import { perpetualsKeyCheck } from './perpetuals/key-check.ts'
import type { Protection } from './protection/create-protection.ts'
import type { ServerOptions } from './server-options.ts'
import { subjectsOfInstallation } from './shards/installation.ts'
import type { MarketEngine } from './shards/market-engine.ts'
import { readNumberKey } from './shards/permuted-numbers.ts'
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
  /** The network to the other processes of the installation, if there are any. */
  readonly network: Network | undefined
  readonly jobs: Jobs
  readonly log: Log
}

/** One process acts at the venue with the accounts of desks, and others send orders to it. */
export async function openPerpetuals(
  { paradex, role }: Connected & Pick<ServerOptions, 'role'>,
  setting: PerpetualsSetting,
  closing: Closing,
): Promise<PerpetualsPart> {
  const { sql, account, market, protection, clock, accountsAt, network, jobs, log } = setting
  if (paradex === undefined || accountsAt === undefined) return withoutPerpetuals
  const needs = {
    ...{ perpetuals: paradex.perpetuals, accountOf: accountsAt(account.book), book: account.book },
    audited: createAudited({ sql, now: clock.now, log, used: account.watch.used }),
    ...{ engine: market.engine, customers: account.customers, ...protection.parts, clock, log },
  }
  const subjects = subjectsOfInstallation(await readNumberKey(sql))
  if (network !== undefined && role?.kind === 'WORKERS') {
    const acting = await jobs.run('perpetuals', async (isOurs) => {
      const orders = await servePerpetualOrders(needs, { network, subjects, log }, isOurs)
      const stop = account.access.onBarred(orders.barred)
      return { close: () => (stop(), orders.close()) }
    })
    closing.push(acting.close)
    return withoutPerpetuals
  }
  const part = network === undefined ? createPerpetuals(needs) : reachPerpetuals(needs, { network, subjects, log })
  closing.push(part.close, account.access.onBarred(part.barred))
  return part
}
