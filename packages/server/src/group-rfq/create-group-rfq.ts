/** The order-book flow on the markets' engine: what is asked of it, read and told of it. */
import type { Instant } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import { everythingOn, type IsOn } from '../account/flags.ts'
import type { Directory } from '../account/desk/directory.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { createFirstAnswer } from '../market/first-answer.ts'
import { createClientOrderIds, type ClientOrderIds } from '../market/client-order-ids.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import type { RefusedCommands } from '../market/refused-commands.ts'
import { createToldRefusals } from '../market/told-refusals.ts'
import { createEverywhere } from '../protection/everywhere.ts'
import { unguarded, type PlacingGuards } from '../protection/placing-guards.ts'
import { groupRfqChannels } from './channels.ts'
import { noted } from './notes.ts'
import { createCancelCommands } from './cancel-commands.ts'
import { createMarketCommands } from './market-commands.ts'
import { createQuoteCommands } from './quote-commands.ts'
import { createByClientOrderId, createGroupAnswers } from './group-answers.ts'
import { createGroupReads } from './reads.ts'
import { createRecall } from './recall.ts'
import { groupRfqRoutes } from './routes.ts'
import { groupStreams } from './streams.ts'
import { createGroupStore } from './store.ts'

export type GroupRfqNeeds = {
  readonly sql: Sql
  readonly engine: MarketEngine
  readonly marketData: MarketData
  readonly directory: Directory
  /** Nobody's unless given. */
  readonly guards?: PlacingGuards
  /** Its own unless the other flow's are looked at too. */
  readonly clientOrderIds?: ClientOrderIds
  /** Nobody is told of refusals but in the reply unless given. */
  readonly refusals?: Pick<RefusedCommands, 'noted'>
  /** Everything is on unless said. */
  readonly isOn?: IsOn
  readonly now: () => number
}

export type GroupRfqService = ReturnType<typeof createGroupRfqService>

function createGroupRfqService({ sql, now, guards = unguarded, isOn = everythingOn, ...around }: GroupRfqNeeds) {
  const store = createGroupStore(sql)
  const { clientOrderIds = createClientOrderIds({ sql, engine: around.engine }) } = around
  const needs = { ...around, guards, isOn, store, recall: createRecall(store), clientOrderIds, now: now as () => Instant }
  const answers = createGroupAnswers(store, needs.recall)
  return {
    ...createMarketCommands(needs),
    ...createQuoteCommands(needs, createFirstAnswer(around.engine, [answers])),
    ...createCancelCommands({ ...needs, everywhere: createEverywhere({ sql, engine: around.engine, now }) }),
    ...createGroupReads(store, around.marketData),
    answers,
    byClientOrderId: createByClientOrderId(store),
  }
}

/** What streams need beside: waiting, and a place to complain. */
export type Around = { readonly clock: Clock; readonly log: Log }

export function createGroupRfq(needs: GroupRfqNeeds) {
  const service = createGroupRfqService(needs)
  const { engine: source, marketData, refusals } = needs
  /** A client of ob reads the final decision on `quote_status`, whether or not it reads its reply; grfq is synchronous. */
  const told = {
    '/v1/ob': createToldRefusals({ refusals, channel: noted.quoteStatus }),
    '/v1/grfq': createToldRefusals({ refusals, channel: null }),
  }
  return {
    service,
    routes: groupRfqRoutes({ service, marketData: needs.marketData, isOn: needs.isOn ?? everythingOn, told }),
    channels: { ob: groupRfqChannels('/v1/ob', service), grfq: groupRfqChannels('/v1/grfq', service) },
    /** The same at both doors. */
    streams: ({ clock, log }: Around) =>
      groupStreams({ source, marketData, clock, log, readBook: service.getShownBook, readBbo: (id) => service.getBbo(id, needs.now()) }),
  }
}
