/** Alerts from the overview: the most urgent first, each with its paragraph of the runbook. Pure. */
import type { ConsoleOverviewView, WaitingSettlementView } from '@parley/client'
import { ageText, processRoles } from './console-text.ts'

export type ConsoleAlert = {
  readonly id: string
  readonly tone: 'danger' | 'warn'
  readonly title: string
  readonly text: string
  /** The heading of the paragraph in docs/runbook.md. */
  readonly runbook: string
}

/** A settlement that takes longer than this needs a look. */
const SETTLEMENT_LATE_MS = 5 * 60_000
/** An email that waits longer than this does not leave. */
const MAIL_LATE_MS = 10 * 60_000

export function consoleAlerts(overview: ConsoleOverviewView): readonly ConsoleAlert[] {
  const found = [
    ...overview.settlements.flatMap((row) => settlementAlert(row, overview.at)),
    ...shardAlerts(overview),
    ...processAlerts(overview),
    ...venueAlerts(overview),
    ...mailAlerts(overview),
    ...breakAlerts(overview),
  ]
  return found.toSorted((a, b) => Number(b.tone === 'danger') - Number(a.tone === 'danger'))
}

function settlementAlert({ trade_id: id, taker, maker, ...row }: WaitingSettlementView, at: number): readonly ConsoleAlert[] {
  const between = `${id} between ${taker} and ${maker}`
  if (row.dispute !== null)
    return [
      {
        ...{ id: `dispute ${id}`, tone: 'danger', runbook: 'ParleySettlementOld' },
        title: 'The desks disagree',
        text: `${between}: the taker ${row.dispute.taker}; the maker ${row.dispute.maker}.`,
      },
    ]
  if (row.next_attempt_at === null || at - row.agreed_at < SETTLEMENT_LATE_MS) return []
  return [
    {
      ...{ id: `settlement ${id}`, tone: 'danger', runbook: 'ParleySettlementOld' },
      title: `Settlement waiting ${ageText(at - row.agreed_at)}`,
      text: `${between}. ${row.venue_message ?? 'The venue has not reported a reason.'} Both desks see “Settling”.`,
    },
  ]
}

const shardAlerts = ({ shards }: ConsoleOverviewView): readonly ConsoleAlert[] =>
  shards
    .filter(({ is_serving: isServing }) => isServing === false)
    .map(({ shard }) => ({
      ...{ id: `shard ${shard}`, tone: 'danger', runbook: 'ParleyShardNotServing' },
      title: `${shard} takes no commands`,
      text: 'Its owner has stopped or lost it. Another process takes it over by itself.',
    }))

const processAlerts = ({ processes, at }: ConsoleOverviewView): readonly ConsoleAlert[] =>
  processes
    .filter(({ is_silent: isSilent }) => isSilent)
    .map(({ id, url, role, last_seen_at: seen }) => ({
      ...{ id: `process ${id}`, tone: 'warn', runbook: 'ParleyDown' },
      title: `${processRoles[role]} ${url.replace(/^https?:\/\//, '')} is silent`,
      text: `Last seen ${ageText(at - seen)} ago. It has died or cannot reach the database. It disappears from the list after ten minutes.`,
    }))

function venueAlerts({ venues }: ConsoleOverviewView): readonly ConsoleAlert[] {
  return venues.flatMap(({ venue, state, failing, accounts }) => [
    ...(state === 'DISCONNECTED'
      ? [
          {
            ...({ id: `venue ${venue}`, tone: 'danger', runbook: 'ParleyVenueClosed' } as const),
            title: `${venue} is not connected`,
            text: 'Orders at this venue are refused until it is connected again. Parley retries by itself.',
          },
        ]
      : []),
    ...(failing.length > 0
      ? [
          {
            ...({ id: `accounts ${venue}`, tone: 'warn', runbook: 'ParleySettlementsRejected' } as const),
            title: `${failing.length} of ${accounts} accounts failing at ${venue}`,
            text: failing.map(({ desk, account, reason }) => `${desk} ${account}: ${reason}`).join(' '),
          },
        ]
      : []),
  ])
}

function mailAlerts({ mail, at }: ConsoleOverviewView): readonly ConsoleAlert[] {
  const isLate = mail.oldest_at !== null && at - mail.oldest_at > MAIL_LATE_MS
  if (!isLate && mail.failed === 0) return []
  const waiting = isLate ? `${mail.waiting} emails wait, the oldest for ${ageText(at - mail.oldest_at!)}. ` : ''
  const failed = mail.failed > 0 ? `${mail.failed} were rejected or abandoned in 24 hours.` : ''
  return [
    {
      id: 'mail',
      tone: 'warn',
      title: isLate ? 'Emails do not leave' : 'Emails have failed',
      text: `${waiting}${failed}`.trim(),
      runbook: isLate ? 'ParleyMailWaits' : 'ParleyMailFailed',
    },
  ]
}

const breakAlerts = ({ reconciliation: { breaks } }: ConsoleOverviewView): readonly ConsoleAlert[] =>
  breaks === 0
    ? []
    : [
        {
          ...{ id: 'breaks', tone: 'warn', runbook: 'ParleyReconciliationBreaks' },
          title: breaks === 1 ? '1 open difference' : `${breaks} open differences`,
          text: "Parley's blocks and the venues' records differ. The desks see each difference and close it.",
        },
      ]
