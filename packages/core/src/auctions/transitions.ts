import type { BidTrade, TradeState } from './auction.ts'

/** Reports of the vault, and events on the chain. */
export type TradeStep = 'ReportSent' | 'Abandon' | 'SeeSwap' | 'LoseSwap' | 'Confirm' | 'SeeRevert' | 'SeeReplaced'

type Row = Readonly<Record<TradeStep, TradeState | undefined>>

/**
 * For every state and step, the next state, or undefined if the step changes nothing or is refused. The chain has the last word: a swap counts from
 * every state (rulebook 19.11 to 19.13). This is the only copy of the table.
 */
export const transitions: Readonly<Record<TradeState, Row>> = {
  AWAITED: {
    ReportSent: 'SENT',
    Abandon: 'ABANDONED',
    SeeSwap: 'MINED',
    LoseSwap: undefined,
    Confirm: undefined,
    SeeRevert: undefined,
    SeeReplaced: undefined,
  },
  SENT: {
    ReportSent: 'SENT',
    Abandon: 'ABANDONED',
    SeeSwap: 'MINED',
    LoseSwap: undefined,
    Confirm: undefined,
    SeeRevert: 'REVERTED',
    SeeReplaced: 'AWAITED',
  },
  MINED: {
    ReportSent: undefined,
    Abandon: undefined,
    SeeSwap: 'MINED',
    LoseSwap: 'REORGANISED',
    Confirm: 'CONFIRMED',
    SeeRevert: undefined,
    SeeReplaced: undefined,
  },
  CONFIRMED: {
    ReportSent: undefined,
    Abandon: undefined,
    SeeSwap: undefined,
    LoseSwap: 'REORGANISED',
    Confirm: undefined,
    SeeRevert: undefined,
    SeeReplaced: undefined,
  },
  REVERTED: {
    ReportSent: 'SENT',
    Abandon: undefined,
    SeeSwap: 'MINED',
    LoseSwap: undefined,
    Confirm: undefined,
    SeeRevert: undefined,
    SeeReplaced: undefined,
  },
  REORGANISED: {
    ReportSent: 'SENT',
    Abandon: 'ABANDONED',
    SeeSwap: 'MINED',
    LoseSwap: undefined,
    Confirm: undefined,
    SeeRevert: 'REVERTED',
    SeeReplaced: undefined,
  },
  ABANDONED: {
    ReportSent: 'SENT',
    Abandon: undefined,
    SeeSwap: 'MINED',
    LoseSwap: undefined,
    Confirm: undefined,
    SeeRevert: undefined,
    SeeReplaced: undefined,
  },
}

export const nextOf = ({ state }: Pick<BidTrade, 'state'>, step: TradeStep): TradeState | undefined => transitions[state][step]
