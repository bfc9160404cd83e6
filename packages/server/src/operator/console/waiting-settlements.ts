/** Trades that are agreed and not settled, with the venue's message and what can be done. Without prices and quantities (decision 1047). */
import { nameOfStructure, type Booking, type BookingWord, type Rfq, type Trade } from '@parley/core'
import type { WaitingSettlementView } from '@parley/contracts'
import type { Sql } from '../../database/sql.ts'

/** The oldest are shown. There are more only while a venue is out of service for long. */
const SHOWN_MOST = 200

type Row = {
  readonly id: string
  readonly venue: string
  readonly taker: string
  readonly maker: string
  readonly agreedAt: number
  readonly route: WaitingSettlementView['route']
  readonly state: string
  readonly progress: { readonly attempts?: number; readonly refusedWith?: string; readonly rejection?: string }
  readonly nextAttemptAt: number
  readonly rfq: Rfq
  readonly trade: Trade
}

/** Oldest first. */
export async function waitingSettlements(sql: Sql): Promise<readonly WaitingSettlementView[]> {
  const rows = await sql<Row[]>`
    select settlement.trade_id as id, settlement.venue, settlement.taker, settlement.maker, settlement.agreed_at as "agreedAt", route,
      settlement.state, progress, next_attempt_at as "nextAttemptAt", rfq.body as rfq, rfq_trade.body as trade
    from settlement join rfq_trade on rfq_trade.id = settlement.trade_id join rfq on rfq.id = rfq_trade.rfq_id
    where rfq_trade.state = 'PENDING_SETTLEMENT' order by settlement.agreed_at, settlement.trade_id limit ${SHOWN_MOST}`
  return rows.map(toView)
}

function toView({ id, venue, taker, maker, agreedAt, route, state, progress, nextAttemptAt, rfq, trade }: Row): WaitingSettlementView {
  const isByDesks = route === 'BOOKED_BY_BOTH'
  return {
    ...{ trade_id: id, venue, taker, maker, route, state },
    structure: nameOfStructure(rfq.structure).name,
    agreed_at: agreedAt,
    attempts: progress.attempts ?? 0,
    next_attempt_at: isByDesks ? null : nextAttemptAt,
    venue_message: progress.refusedWith ?? progress.rejection ?? null,
    dispute: isByDesks ? disputeOf(trade.booking) : null,
  }
}

function disputeOf(booking: Booking | undefined): WaitingSettlementView['dispute'] {
  if (booking?.disputedAt === undefined) return null
  return { taker: reportOf(booking.taker), maker: reportOf(booking.maker) }
}

export function reportOf(word: BookingWord | undefined): string {
  if (word === undefined) return 'has not reported'
  return word.says === 'BOOKED' ? `booked it as ${word.reference}` : `could not book it: ${word.reason}`
}
