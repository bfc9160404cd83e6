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
import { accountChannel, createAccountWatch, type AccountWatch } from './account-channel.ts'
import type { Audited } from './audited.ts'
import type { DeskAccounts } from './desk-account.ts'
import { createExitKeeper } from './exit-keeper.ts'
import { createMarketBoard, type MarketBoard } from './market-board.ts'
import { marketChannels } from './market-channels.ts'
import { createReads } from './reads.ts'
import { perpetualRoutes } from './routes.ts'
import { createRecall } from './recall.ts'
import { followMargins, publishMargins, reachTrading, serveTrading, type RemoteParts } from './remote-trading.ts'
import { createTrading, type Trading } from './trading.ts'
import { finishBegunRequests } from './unfinished.ts'

export type PerpetualsNeeds = {
  readonly perpetuals: PerpetualsVenue
  readonly accountOf: DeskAccounts
  readonly audited: Audited
  readonly book: Pick<Book, 'accounts' | 'onChange'>
  readonly engine: Pick<MarketEngine, 'onDecided'>
  readonly service: Pick<ProtectionService, 'stopsOf'>
  readonly settings: Pick<ProtectionSettings, 'approvalAbove' | 'limitsOf'>
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

type Reading = { readonly board: MarketBoard; readonly watch: AccountWatch }

const openReading = ({
  perpetuals,
  accountOf,
  book,
  clock,
}: Pick<PerpetualsNeeds, 'perpetuals' | 'accountOf' | 'book' | 'clock'>): Reading => {
  const board = createMarketBoard({ perpetuals, clock })
  return { board, watch: createAccountWatch({ accountOf, book, board, clock }) }
}

/** Orders and cancellations at the venue with the accounts of desks, by one process at a time. */
export type PerpetualOrders = {
  readonly trading: Trading
  /** A desk, user or key may no longer trade. */
  barred(who: Barred): void
  close(): Promise<void>
}

function createOrders(needs: PerpetualsNeeds, { board, watch }: Reading): PerpetualOrders {
  const { accountOf, audited, book, engine, service, settings, customers, unfinished: cancels, clock, log } = needs
  const recall = createRecall({ accountOf, audited, engine, unfinished: cancels, clock, log })
  const unfinished = finishBegunRequests({ accountOf, audited, book, service, recall, clock, log })
  const exits = createExitKeeper({ watch, accountOf, audited, clock, log })
  const may = (who: Required<Barred>): boolean => mayTrade(book.accounts, who)
  return {
    trading: createTrading({ accountOf, board, audited, service, settings, customers, watch, recall, exits, mayTrade: may, clock }),
    barred: recall.begin,
    async close() {
      unfinished.close()
      recall.close()
      exits.close()
      await Promise.all([unfinished.idle(), recall.idle()])
    },
  }
}

type ServedNeeds = Pick<PerpetualsNeeds, 'perpetuals' | 'accountOf' | 'audited' | 'clock'>

function routesAndChannels({ perpetuals, accountOf, audited, clock }: ServedNeeds, { board, watch }: Reading, trading: Trading) {
  const { now } = clock
  const reads = createReads({ perpetuals, board, accountOf, hasChosenMargin: audited.hasChosenMargin, now })
  return {
    routes: perpetualRoutes({ reads, trading }),
    channels: [...marketChannels({ perpetuals, board, now }), accountChannel(watch)],
  }
}

export function createPerpetuals(needs: PerpetualsNeeds): PerpetualsPart {
  const reading = openReading(needs)
  const orders = createOrders(needs, reading)
  return {
    ...routesAndChannels(needs, reading, orders.trading),
    barred: orders.barred,
    async close() {
      await orders.close()
      reading.watch.close()
    },
  }
}

/** For a process that serves desks while another one acts for them at the venue. */
export function reachPerpetuals(needs: ServedNeeds & Pick<PerpetualsNeeds, 'book'>, remote: RemoteParts): PerpetualsPart {
  const reading = openReading(needs)
  const stopFollowing = followMargins(remote, reading.watch)
  return {
    ...routesAndChannels(needs, reading, reachTrading(remote)),
    barred: () => undefined,
    async close() {
      stopFollowing()
      reading.watch.close()
    },
  }
}

/** Acts at the venue for the desks at other processes. Resolves when their orders arrive. */
export async function servePerpetualOrders(needs: PerpetualsNeeds, remote: RemoteParts, isOurs: () => boolean): Promise<PerpetualOrders> {
  const { board, watch } = openReading(needs)
  const orders = createOrders(needs, { board, watch: { ...watch, ...publishMargins(remote) } })
  const close = async () => {
    await orders.close()
    watch.close()
  }
  const served = await serveTrading(remote, orders.trading, isOurs).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    ...orders,
    async close() {
      await served.end()
      await close()
    },
  }
}
