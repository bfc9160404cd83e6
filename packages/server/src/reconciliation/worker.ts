/** Makes the comparisons that are due: each day after its end, and on request. A comparison that a crash interrupts remains on the list. */
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Log } from '../log/log.ts'
import { measureWork } from '../metrics/measure-work.ts'
import type { Meter } from '../metrics/meter.ts'
import { accountOf, accountsOn } from './compared-accounts.ts'
import { compareAccount, type ComparingParts } from './compare-account.ts'
import { daysDue, type Day } from './days.ts'
import type { FeeReader } from './fee-reader.ts'
import { AFTER_SETTLEMENT_MS, LOOK_EVERY_MS, STOP_WITHIN_MS } from './limits.ts'
import type { Planned, Run } from './store.ts'

export type WorkerParts = Omit<ComparingParts, 'book'> & {
  readonly book: Pick<Book, 'accounts'>
  readonly feeReader: FeeReader
  /** Emails the administrators about new differences. */
  readonly writeEmails: () => Promise<void>
  readonly log: Log
  readonly meter?: Meter | undefined
}

export type ReconciliationWorker = {
  /** Checks the list now. Resolves when everything that is due has been tried. */
  look(): Promise<void>
  /** The fees of the trade are read shortly afterwards. */
  onSettled(): void
  close(): Promise<void>
}

export function startReconciliation(parts: WorkerParts): ReconciliationWorker {
  let plannedUntil: Day | undefined
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  const plan = async () => {
    const days = daysDue(parts.now())
    if (days[0] === plannedUntil) return
    await parts.store.plan(plannedOn(parts, days), parts.now())
    plannedUntil = days[0]
  }
  const work = async () => {
    await parts.feeReader.look()
    await plan()
    const due = await parts.store.due(parts.now())
    const venueOf = ({ desk, accountId }: Run) => accountOf(parts.book, desk, accountId)?.venue
    await Promise.all(
      [...Map.groupBy(due, venueOf).values()].map(async (runs) => {
        for (const run of runs) if (!isStopping) await compare(run, parts)
      }),
    )
    await parts.writeEmails()
  }
  /** Two checks that wait for the one in progress would see the same. */
  let waiting: Promise<void> | undefined
  const look = (): Promise<void> => {
    waiting ??= running = running.then(async () => {
      waiting = undefined
      if (isStopping) return
      await measureWork(parts.meter, 'reconciliation', work).catch((error: unknown) =>
        parts.log.error({ error }, 'Reconciliation failed; trying again at its next check'),
      )
    })
    return running
  }
  const looking = setInterval(() => void look(), LOOK_EVERY_MS)
  let soon: NodeJS.Timeout | undefined
  return {
    look,
    onSettled() {
      soon ??= setTimeout(() => {
        soon = undefined
        void look()
      }, AFTER_SETTLEMENT_MS)
    },
    async close() {
      isStopping = true
      clearInterval(looking)
      clearTimeout(soon)
      let hurry: NodeJS.Timeout | undefined
      await Promise.race([running, new Promise<void>((resolve) => (hurry = setTimeout(resolve, STOP_WITHIN_MS)))])
      clearTimeout(hurry)
    },
  }
}

async function compare(run: Run, parts: WorkerParts): Promise<void> {
  const failure = await compareAccount(run, parts).catch((error: unknown) => {
    parts.log.error({ error, accountId: run.accountId, day: run.day }, 'Could not compare an account; trying again')
    return 'The comparison failed and will be retried.'
  })
  if (failure !== undefined) await parts.store.failed(run, failure, parts.now())
}

/** Accounts at venues that this server is connected to. */
export function plannedOn({ book, venues }: Pick<WorkerParts, 'book' | 'venues'>, days: readonly Day[]): readonly Planned[] {
  return [...book.accounts.desks.keys()].flatMap((desk) =>
    days.flatMap((day) =>
      accountsOn(book, desk, day)
        .filter(({ venue }) => venues.has(venue))
        .map(({ id }) => ({ accountId: id, desk, day })),
    ),
  )
}
