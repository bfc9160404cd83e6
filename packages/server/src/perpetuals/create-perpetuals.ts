/** Perpetuals as one part of the server: markets, desks' accounts at the venue, and orders placed with them. */
import type { PerpetualsVenue } from '@parley/venues'
import { mayTrade, type Barred } from '../accounts/access.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Customers } from '../accounts/customers.ts'
import type { Channel } from '../calls/channel.ts'
import type { Route } from '../calls/route.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { ProtectionService } from '../protection/service.ts'
import type { ProtectionSettings } from '../protection/settings.ts'
import type { UnfinishedCancels } from '../protection/unfinished-cancels.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { accountChannel, createAccountWatch } from './account-channel.ts'
import type { Audited } from './audited.ts'
import type { DeskAccounts } from './desk-account.ts'
import { createExitKeeper } from './exit-keeper.ts'
import { createMarketBoard } from './market-board.ts'
import { marketChannels } from './market-channels.ts'
import { createReads } from './reads.ts'
import { perpetualRoutes } from './routes.ts'
import { createRecall } from './recall.ts'
import { createTrading } from './trading.ts'
import { finishBegunRequests } from './unfinished.ts'

export type PerpetualsNeeds = {
  readonly perpetuals: PerpetualsVenue
  readonly accountOf: DeskAccounts
  readonly audited: Audited
  readonly book: Pick<Book, 'accounts' | 'onChange'>
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly service: Pick<ProtectionService, 'stopsOf'>
  readonly settings: Pick<ProtectionSettings, 'limitsOf'>
  readonly customers: Pick<Customers, 'eligibilityRefusal'>
  readonly unfinished: UnfinishedCancels
  readonly clock: Clock
  readonly log: Log
}

export type PerpetualsPart = {
  readonly routes: readonly Route[]
  readonly channels: readonly Channel[]
  /** A desk, user or key may no longer trade. */
  barred(who: Barred): void
  close(): Promise<void>
}

/** For an installation without a perpetuals venue: every call and channel is refused with that reason. */
export const withoutPerpetuals: PerpetualsPart = {
  routes: perpetualRoutes(undefined),
  channels: [...marketChannels(undefined), accountChannel(undefined)],
  barred: () => undefined,
  close: () => Promise.resolve(),
}

export function createPerpetuals({
  perpetuals,
  accountOf,
  audited,
  book,
  engine,
  service,
  settings,
  customers,
  unfinished: cancels,
  clock,
  log,
}: PerpetualsNeeds): PerpetualsPart {
  const { now } = clock
  const board = createMarketBoard({ perpetuals, clock })
  const watch = createAccountWatch({ accountOf, book, board, clock })
  const recall = createRecall({ accountOf, audited, engine, unfinished: cancels, clock, log })
  const unfinished = finishBegunRequests({ accountOf, audited, book, service, recall, clock, log })
  const exits = createExitKeeper({ watch, accountOf, audited, clock, log })
  const may = (who: Required<Barred>): boolean => mayTrade(book.accounts, who)
  const trading = createTrading({ accountOf, board, audited, service, settings, customers, watch, recall, exits, mayTrade: may, clock })
  const reads = createReads({ perpetuals, board, accountOf, hasChosenMargin: audited.hasChosenMargin, now })
  return {
    routes: perpetualRoutes({ reads, trading }),
    channels: [...marketChannels({ perpetuals, board, now }), accountChannel(watch)],
    barred: recall.begin,
    async close() {
      unfinished.close()
      recall.close()
      exits.close()
      await Promise.all([unfinished.idle(), recall.idle()])
      watch.close()
    },
  }
}
