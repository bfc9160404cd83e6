/** One engine for everything that trades: each shard holds the requests, the order-book markets and the protections of its products. */
import { wholeMarket, type Instant, type Market, type MarketCommand, type MarketEvent } from '@parley/core'
import type { Sql } from '../postgres/sql.ts'
import { createEngine, type RunningEngine } from '../engine/create-engine.ts'
import type { Engine } from '../engine/engine.ts'
import type { Log } from '../log.ts'
import { marketProjector } from './projector.ts'
import { marketShards } from './shards.ts'

export type MarketEngine = Engine<MarketCommand, MarketEvent, Market>

type MarketEngineNeeds = { readonly sql: Sql; readonly now: () => Instant; readonly log: Log }

/** Answers when every shard has read its journal. */
export const createMarketEngine = (needs: MarketEngineNeeds): Promise<RunningEngine<MarketCommand, MarketEvent, Market>> =>
  createEngine({ shards: marketShards, machine: wholeMarket, projector: marketProjector, ...needs })
