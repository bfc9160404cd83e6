/** The door of the platform: its states follow each other as they do in the product, and what it does not take never reaches an engine. */
import type { Effect } from '@parley/contracts'
import type { Instant, MarketCommand } from '@parley/core'
import { stateAfter, takes, type PlatformWord } from '../../operations/platform.ts'

export type Door = {
  readonly state: () => PlatformWord
  readonly takes: (command: MarketCommand) => boolean
  /** Whether it took the command at that time; of the millisecond of a change either state counts. */
  readonly tookAt: (command: MarketCommand, at: number) => boolean
  readonly moveOn: () => void
}

const effectOf: Readonly<Record<MarketCommand['kind'], Effect | undefined>> = {
  CreateRfq: 'trade',
  SendDraft: 'trade',
  PlaceOrder: 'trade',
  ReplaceOrder: 'trade',
  OpenMarket: 'trade',
  PlaceQuote: 'trade',
  ReplaceQuote: 'trade',
  CancelRfq: 'cancel',
  DeclineRfq: 'cancel',
  DeclineMarket: 'cancel',
  CancelOrder: 'cancel',
  CancelQuote: 'cancel',
  CancelEverything: 'cancel',
  StopTrading: 'cancel',
  AllowTrading: undefined,
  SetLimit: 'protect',
  RemoveLimit: 'protect',
  ResetProtection: 'protect',
  SetDeadMan: 'protect',
  // From the shard's own deadlines and from settlement: no door is asked.
  ThawDue: undefined,
  FireDeadMan: undefined,
  ExpireRfq: undefined,
  LapseQuotes: undefined,
  EndMarket: undefined,
  ConfirmSettlement: undefined,
  RejectSettlement: undefined,
  ConfirmMatch: undefined,
  RejectMatch: undefined,
}

export function createDoor(now: () => Instant): Door {
  const changes: { readonly at: number; readonly state: PlatformWord }[] = [{ at: 0, state: 'AVAILABLE' }]
  const state = (): PlatformWord => changes.at(-1)!.state
  return {
    state,
    takes: ({ kind }) => takes(state(), effectOf[kind]),
    tookAt: ({ kind }, at) => {
      const before = changes.findLast((change) => change.at < at)!
      const during = changes.filter((change) => change.at === at)
      return [before, ...during].some((change) => takes(change.state, effectOf[kind]))
    },
    moveOn: () => void changes.push({ at: now(), state: stateAfter[state()] }),
  }
}
