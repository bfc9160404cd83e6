/** Protections as one part of the server: the settings of desks, and the rates of calls, taking orders and opened markets. */
import type { Sql } from '../database/sql.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { noEcho, type Echo } from '../cluster/echo.ts'
import { jobsHere, type Jobs } from '../cluster/jobs.ts'
import { mustStillHave } from '../accounts/still-may.ts'
import type { PublishedIds, PublishedNumbers } from '../calls/published-ids.ts'
import type { Log } from '../log/log.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { createReport } from '../shards/broadcast.ts'
import { createRequestShards } from '../shards/request-shards.ts'
import { isForAudit, openAuditDue } from './audit-due.ts'
import { createCallLimits, type CallLimits } from '../limits/call-limits.ts'
import { createTriggers } from './triggers.ts'
import { createUnfinishedCancels } from './unfinished-cancels.ts'
import { serveOperatorRequests } from './operator-requests.ts'
import { createFindNamedRfq } from './named-rfq.ts'
import { removeMovedLimits } from './moved-limits.ts'
import { integrityRulesFrom } from '../accounts/feature-flags.ts'
import { createQuoteCounter } from './quote-counts.ts'
import { createPeople } from './people.ts'
import type { DeskRateName, Rates } from '../limits/rate-names.ts'
import { createRollingLimit, echoedLimit, type RollingLimit } from '../limits/rolling-window.ts'
import type { ProtectionParts } from './routes.ts'
import { createProtectionService } from './service.ts'
import { openProtectionSettings } from './settings.ts'

type ProtectionNeeds = {
  readonly sql: Sql
  readonly engine: MarketEngine
  readonly book: Pick<Book, 'accounts'>
  readonly rates: Rates
  readonly publishedIds: PublishedIds
  readonly publishedNumbers: PublishedNumbers
  /** Executing requests of the operator's command line is one of them; here by default. */
  readonly jobs?: Jobs | undefined
  /** To the other gateways, if there are any. */
  readonly echo?: Echo | undefined
  readonly now: () => number
  readonly log: Log
}

export type Protection = {
  readonly parts: ProtectionParts
  /** Rates of a desk in a product: taking orders, and opened markets. */
  readonly productRates: { readonly takes: RollingLimit; readonly markets: RollingLimit }
  readonly limits: CallLimits
  close(): Promise<void>
}

/** Resolves when the operator's earlier requests are done. */
export async function createProtection(needs: ProtectionNeeds): Promise<Protection> {
  const { sql, engine, book, rates, jobs = jobsHere, echo = noEcho, now, log, ...published } = needs
  const settings = await openProtectionSettings(sql, log)
  const auditDue = await openAuditDue({ sql, log })
  const forgetDecisions = engine.onDecided((decisions) => {
    if (isForAudit(decisions)) void auditDue.takeUp()
  })
  const moved = removeMovedLimits({ sql, engine, requestShards: createRequestShards(sql), auditDue, log })
  const service = createProtectionService({ sql, engine, now, onMoveLeft: moved.wanted, log })
  const report = createReport(sql, published.publishedIds)
  const requests = await jobs.run('operator_requests', () => serveOperatorRequests({ sql, engine, service, report, now, log }))
  const counts = createQuoteCounter({ engine, now })
  /** Keys start with the desk's ticker. */
  const limit = (name: DeskRateName, of: string = name): RollingLimit =>
    echoedLimit(
      createRollingLimit(rates[name], (key) => settings.rate(name, key.split(' ')[0]!)),
      echo,
      of,
    )
  return {
    parts: {
      auditDue,
      mustStillHave: (change) => mustStillHave(sql, change),
      service,
      findRfq: createFindNamedRfq({ sql, numbers: published.publishedNumbers }),
      report,
      triggers: createTriggers({ sql, engine }),
      settings,
      people: createPeople(book),
      rates,
      counts,
      rulesOf: integrityRulesFrom(book),
      unfinished: createUnfinishedCancels(now),
    },
    productRates: { takes: limit('takesPerProduct'), markets: limit('marketsPerProduct') },
    limits: createCallLimits({
      requests: limit('requestsPerDesk'),
      repetitions: limit('requestsPerDesk', 'repetitions'),
      rescues: limit('rescuesPerDesk'),
      rfqs: limit('rfqsPerDesk'),
      quoteSweeps: limit('quoteSweepsPerDesk'),
      spreadReads: limit('spreadReadsPerDesk'),
      spreadWrites: limit('spreadWritesPerDesk'),
      perpetualReads: limit('perpetualReadsPerDesk'),
      chainCalls: limit('chainCallsPerDesk'),
      refusals: limit('requestsPerDesk', 'refusals'),
    }),
    async close() {
      forgetDecisions()
      counts.close()
      await requests.close()
      await moved.close()
      await auditDue.close()
      await settings.close()
    },
  }
}
