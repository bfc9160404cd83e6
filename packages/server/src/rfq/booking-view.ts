/** A trade that both desks book, in the format that both dialects publish. Core decides visibility (rulebook 16.8). */
import { bookingFor, routeOf, type BookingWord, type DeskId, type Structure, type Trade } from '@parley/core'
import type { BookingWordView, RfqView, TradeSettlementView } from '@parley/contracts'

/** Present only if both desks book it. */
export function settlementOf(trade: Trade, viewer: DeskId): { readonly settlement?: TradeSettlementView } {
  const seen = bookingFor(trade, viewer)
  if (seen === undefined) return {}
  const { state, dueAt, mine, theirs, desk, account } = seen
  const of = { counterparty_desk_name: desk, counterparty_account_name: account }
  return { settlement: { route: 'BOOKED_BY_BOTH', state, due_at: dueAt, ...of, mine: viewOfWord(mine), theirs: viewOfWord(theirs) } }
}

function viewOfWord(word: BookingWord | undefined): BookingWordView | null {
  if (word === undefined) return null
  return word.says === 'BOOKED'
    ? { booked: true, venue_reference: word.reference, note: word.note ?? null, reason: null, at: word.at }
    : { booked: false, venue_reference: null, note: null, reason: word.reason, at: word.at }
}

/** Present only if the venue does not settle it between two firms. */
export const settlementRouteOf = (structure: Structure): Pick<RfqView, 'settlement_route'> =>
  routeOf(structure) === 'BOOKED_BY_BOTH' ? { settlement_route: 'BOOKED_BY_BOTH' } : {}
