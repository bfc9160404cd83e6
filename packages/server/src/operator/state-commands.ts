/** The overview of the operator console as text. */
import type { ConsoleOverviewView, WaitingSettlementView } from '@parley/contracts'
import { readOverview } from './console/console-views.ts'
import { waitingSettlements } from './console/waiting-settlements.ts'
import type { CommandServices, Commands } from './commands.ts'

export const stateCommands = (services: CommandServices): Commands => ({
  status: async () => textOf(await readOverview(services)),
  settlements: async () => {
    const rows = await waitingSettlements(services.sql)
    return rows.length === 0 ? 'No trades are waiting for their settlement.' : rows.map(lineOf).join('\n')
  },
})

function textOf({ platform, counts, settlements, venues, shards, processes, mail, reconciliation }: ConsoleOverviewView): string {
  return [
    `The platform is ${platform.state}. ${counts.firms} firms, ${counts.desks} desks, ${counts.people} users, ${counts.open_rfqs} open RFQs.`,
    `Settlements waiting: ${settlements.length}`,
    'Venues',
    ...venues.flatMap(({ venue, blocks, rejected, accounts, failing }) => [
      `         ${venue.padEnd(5)} ${blocks} blocks and ${rejected} rejected in 24 hours, ${accounts} accounts, ${failing.length} failing`,
      ...failing.map(({ desk, account, reason }) => `               ${desk} ${account}: ${reason}`),
    ]),
    'Shards',
    ...shards.map(
      ({ shard, owner, epoch, snapshot_at: at }) =>
        `         ${shard.padEnd(9)} epoch ${epoch}, owner ${owner === '' ? 'none' : owner}, snapshot ${at === null ? 'none' : new Date(at).toISOString()}`,
    ),
    'Processes',
    ...processes.map(
      ({ role, url, version, started_at: at, is_silent: isSilent, shards: owned, jobs }) =>
        `         ${role.padEnd(9)} ${url}, release ${version}, since ${new Date(at).toISOString()}${isSilent ? ', silent' : ''}${listed(owned)}${listed(jobs)}`,
    ),
    `Emails: ${mail.waiting} waiting, ${mail.sent} sent and ${mail.failed} failed in 24 hours`,
    `Reconciliation: ${reconciliation.breaks} open differences, ${reconciliation.waiting} comparisons due`,
  ].join('\n')
}

const listed = (names: readonly string[]): string => (names.length === 0 ? '' : `, ${names.join(' ')}`)

function lineOf({ trade_id: id, venue, taker, maker, structure, agreed_at: at, ...row }: WaitingSettlementView): string {
  return `${id}  ${new Date(at).toISOString()}  ${taker}/${maker}  ${structure}, ${venue}: ${nextStepOf(row)}`
}

function nextStepOf({ dispute, next_attempt_at: next, venue_message: message }: Partial<WaitingSettlementView>): string {
  if (dispute !== null && dispute !== undefined) return `the desks disagree: taker ${dispute.taker}; maker ${dispute.maker}`
  if (next === null || next === undefined) return 'waits for the reports of both desks'
  return `${message === null ? '' : `${message}. `}Tries again at ${new Date(next).toISOString()}`
}
