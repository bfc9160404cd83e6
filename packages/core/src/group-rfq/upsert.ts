/** A quote that takes the place of the desk's own, where it has one on that side (rulebook 10.21): which, is found in the turn that decides. */
import type { DeskId } from '../ids.ts'
import type { Side } from '../structure/structure.ts'
import type { GroupCommand, GroupQuote } from './group-rfq.ts'
import type { GroupMarkets } from './markets.ts'
import { restingOf } from './quotes.ts'

type Place = Extract<GroupCommand, { kind: 'PlaceQuote' }>

/** The command as it is decided: it replaces the quote that would trade first, or places one. */
export function placedOrReplaced(markets: GroupMarkets, command: Place): GroupCommand {
  const { orReplace, ...place } = command
  if (orReplace === undefined) return command
  const own = firstOfOwn(markets, command.market, command.actor.desk, command.side)
  return own === undefined ? place : { ...orReplace, quoteId: own.id }
}

function firstOfOwn(markets: GroupMarkets, id: Place['market'], desk: DeskId, side: Side): GroupQuote | undefined {
  const market = markets.open.get(id)
  if (market === undefined) return undefined
  const better = side === 'BUY' ? -1 : 1
  const own = restingOf(market, desk, side, markets.desks.get(desk))
  return own.toSorted((a, b) => (a.price - b.price) * better || a.priority - b.priority)[0]
}
