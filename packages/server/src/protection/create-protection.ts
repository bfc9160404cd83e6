/** Protections as one part of the server: what desks set, what is asked before an order goes, and how often it may. */
import type { Sql } from '../postgres/sql.ts'
import type { Book } from '../account/book.ts'
import type { Log } from '../log.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { createAskedOfSeveral, tidyAskedOfSeveral } from './asked-of-several.ts'
import { openAuditDue } from './audit-due.ts'
import { createCallLimits, type CallLimits } from './call-limits.ts'
import { createFirings } from './firings.ts'
import { serveOperatorRequests } from './operator-requests.ts'
import { takeAwayMoved } from './moved-limits.ts'
import { createPeople } from './people.ts'
import { createPlacingGuards, type PlacingGuards } from './placing-guards.ts'
import type { DeskRateName, Rates } from './rates.ts'
import { createRollingLimit, type RollingLimit } from './rolling-limit.ts'
import type { ProtectionParts } from './routes.ts'
import { createProtectionService } from './service.ts'
import { openProtectionSettings } from './settings.ts'

type Needs = {
  readonly sql: Sql
  readonly engine: MarketEngine
  readonly marketData: MarketData
  readonly book: Pick<Book, 'accounts'>
  readonly rates: Rates
  readonly now: () => number
  readonly log: Log
}

export type Protection = {
  readonly parts: ProtectionParts
  readonly guards: PlacingGuards
  readonly limits: CallLimits
  close(): Promise<void>
}

/** Answers when what the operator has asked before is done. */
export async function createProtection({ sql, engine, marketData, book, rates, now, log }: Needs): Promise<Protection> {
  const settings = await openProtectionSettings(sql, log)
  const auditDue = await openAuditDue({ sql, log })
  const tidying = await tidyAskedOfSeveral({ sql, now, log })
  const moved = takeAwayMoved({ sql, engine, askedOfSeveral: createAskedOfSeveral(sql), auditDue, log })
  const service = createProtectionService({ sql, engine, now, onMoveLeft: moved.wanted })
  const requests = await serveOperatorRequests({ sql, service, now, log })
  /** Keys begin with the desk's ticker. */
  const limit = (name: DeskRateName): RollingLimit => createRollingLimit(rates[name], (key) => settings.rate(name, key.split(' ')[0]!))
  return {
    parts: { auditDue, service, firings: createFirings({ sql, engine }), settings, people: createPeople(book), rates },
    guards: createPlacingGuards({
      settings,
      marketData,
      takes: limit('takesPerProduct'),
      markets: limit('marketsPerProduct'),
      now,
    }),
    limits: createCallLimits({
      requests: limit('requestsPerDesk'),
      repetitions: limit('requestsPerDesk'),
      rescues: limit('rescuesPerDesk'),
      rfqs: limit('rfqsPerDesk'),
      quoteSweeps: limit('quoteSweepsPerDesk'),
    }),
    async close() {
      await requests.close()
      tidying.close()
      await moved.close()
      await auditDue.close()
      await settings.close()
    },
  }
}
