/** The operator's commands for trades on whose booking at the venue the two desks disagree (rulebook 16.7). */
import { nameOfStructure, type Booking, type DeskId, type Rfq, type RfqId, type Trade, type TradeId } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { askToSettle } from '../protection/operator-requests.ts'
import type { CommandServices, Commands } from './commands.ts'
import { reportOf } from './console/waiting-settlements.ts'
import { oneOf, type CliArguments } from './cli-arguments.ts'
import { OperatorProblem } from './operator-problem.ts'

type Row = { readonly id: TradeId; readonly shard: string; readonly rfq: Rfq; readonly trade: Trade }

export const disputeCommands = (services: CommandServices): Commands => ({
  disputes: async () => {
    const rows = await disputes(services.sql)
    return rows.length === 0 ? 'There are no disputed trades.' : rows.map(lineOf).join('\n')
  },
  'settle-dispute': (given) => settle(services, given),
})

/** Oldest first. */
const disputes = (sql: Sql) => sql<Row[]>`
  select settlement.trade_id as id, shard, rfq.body as rfq, rfq_trade.body as trade
  from settlement join rfq_trade on rfq_trade.id = settlement.trade_id join rfq on rfq.id = rfq_trade.rfq_id
  where route = 'BOOKED_BY_BOTH' and rfq_trade.state = 'PENDING_SETTLEMENT' and rfq_trade.body -> 'booking' -> 'disputedAt' is not null
  order by settlement.agreed_at, settlement.trade_id`

function lineOf({ id, rfq, trade }: Row): string {
  const { taker, maker } = trade.booking as Booking
  return `${id}  ${nameOfStructure(rfq.structure).name}, ${rfq.venue}: ${trade.taker} ${reportOf(taker)}; ${trade.maker} ${reportOf(maker)}`
}

async function settle({ sql, now, author }: CommandServices, { text }: CliArguments): Promise<string> {
  const as = oneOf(text('as'), ['FILLED', 'REJECTED'], 'as')
  const [id, why] = [text('trade'), text('why')]
  const found = (await disputes(sql)).find((row) => row.id === id)
  if (found === undefined) throw new OperatorProblem(`No trade ${id} is disputed. Run the command disputes to list disputed trades.`)
  const { taker, maker } = found.trade
  const parties: { desk: DeskId; otherDesk: DeskId } = { desk: taker, otherDesk: maker }
  const rfq: RfqId = found.rfq.id
  const answer = await askToSettle(
    sql,
    { kind: 'SettleDispute', shard: found.shard, rfq, trade: found.id, as, why, ...parties },
    { now: now(), author },
  )
  if (answer === undefined) return 'Parley is not running. The command is saved and will run at the next start.'
  if (answer.refusal !== undefined) throw new OperatorProblem(answer.refusal)
  return `${id} is ${as === 'FILLED' ? 'filled' : 'rejected'}. The reason is in the audit logs of ${taker} and ${maker}.`
}
