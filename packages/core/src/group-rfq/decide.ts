/** Events, or the first refusal in this order: the phase of the market, then the fields in the order of rulebook 10.16. */
import type { Instant } from '../ids.ts'
import { noGuard, type Guard } from '../protection/guard.ts'
import { declineMarket } from './decline.ts'
import { confirmMatch, endMarket, lapse, rejectMatch } from './end.ts'
import type { GroupCommand, GroupDecision } from './group-rfq.ts'
import { deadlineOf, type GroupMarkets, type OpenMarket } from './markets.ts'
import { openMarket } from './open.ts'
import { cancelQuote, placeQuote } from './quotes.ts'
import { replaceQuote } from './replace.ts'
import { phaseOf, transitions } from './transitions.ts'

export function decide(markets: GroupMarkets, command: GroupCommand, now: Instant, guard: Guard = noGuard): GroupDecision {
  if (command.kind === 'OpenMarket') return openMarket(markets, command, now)
  const market = markets.open.get(command.market)
  const cell = transitions[phaseOf(market?.head)][command.kind]
  if (cell === 'NOTHING') return []
  if (cell !== 'GOES') return cell
  if (market === undefined) throw new Error(`${command.kind} goes without a market`)
  return decideIn(market, command, { markets, now, guard })
}

type Around = { readonly markets: GroupMarkets; readonly now: Instant; readonly guard: Guard }

function decideIn(market: OpenMarket, command: Exclude<GroupCommand, { kind: 'OpenMarket' }>, around: Around): GroupDecision {
  const { now } = around
  switch (command.kind) {
    case 'PlaceQuote':
      return placeQuote(market, command, around)
    case 'ReplaceQuote':
      return replaceQuote(market, command, around)
    case 'CancelQuote':
      return cancelQuote(market, command, now)
    case 'DeclineMarket':
      return declineMarket(market, command, now)
    case 'LapseQuotes':
      return lapse(market, now)
    case 'EndMarket': {
      const { at, kind } = deadlineOf(market)
      return kind === 'EndMarket' && at <= now ? endMarket(market, now) : []
    }
    case 'ConfirmMatch':
      return confirmMatch(market, command.matchId, command.venueTradeId, now)
    case 'RejectMatch':
      return rejectMatch(market, command.matchId, command.rejection, now)
  }
}
