/** What may be done in a market, by its phase. The only copy of this knowledge; `can` is derived from it. */
import { refuse, type Refusal } from '../refusal.ts'
import type { GroupCommand, GroupMarket, GroupRefusal } from './group-rfq.ts'

export type MarketPhase = 'ABSENT' | 'ACTIVE' | 'EXPIRED'
type Kind = GroupCommand['kind']

/** NOTHING: the command comes too late or for the second time, and changes nothing. */
type Cell = 'GOES' | 'NOTHING' | Refusal<GroupRefusal>

const absent = refuse('RfqClosed', '10.5', 'There is no market of this id; open one with its legs.')
const ended = refuse('RfqClosed', '10.5', 'The market has ended; markets whose legs have not expired can be opened anew.')

export const transitions: Readonly<Record<MarketPhase, Readonly<Record<Kind, Cell>>>> = {
  ABSENT: {
    OpenMarket: 'GOES',
    PlaceQuote: absent,
    ReplaceQuote: absent,
    CancelQuote: absent,
    DeclineMarket: absent,
    LapseQuotes: 'NOTHING',
    EndMarket: 'NOTHING',
    ConfirmMatch: 'NOTHING',
    RejectMatch: 'NOTHING',
  },
  ACTIVE: {
    // Whoever opens a market that is there joins it (rulebook 10.1).
    OpenMarket: 'NOTHING',
    PlaceQuote: 'GOES',
    ReplaceQuote: 'GOES',
    CancelQuote: 'GOES',
    DeclineMarket: 'GOES',
    LapseQuotes: 'GOES',
    EndMarket: 'GOES',
    ConfirmMatch: 'GOES',
    RejectMatch: 'GOES',
  },
  EXPIRED: {
    OpenMarket: 'GOES',
    PlaceQuote: ended,
    ReplaceQuote: ended,
    CancelQuote: ended,
    DeclineMarket: ended,
    LapseQuotes: 'NOTHING',
    EndMarket: 'NOTHING',
    ConfirmMatch: 'GOES',
    RejectMatch: 'GOES',
  },
}

export const phaseOf = (market: Pick<GroupMarket, 'state'> | undefined): MarketPhase => market?.state ?? 'ABSENT'

export const can = (command: Kind, phase: MarketPhase): boolean => transitions[phase][command] === 'GOES'

/** The reason a screen gives beside a disabled action. */
export function whyNot(command: Kind, phase: MarketPhase): string | undefined {
  const cell = transitions[phase][command]
  return typeof cell === 'string' ? undefined : cell.message
}
