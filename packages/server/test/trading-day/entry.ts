/** The platform's state: states follow each other as in the product, and a command that is not accepted never reaches an engine. */
import type { Effect } from '@parley/contracts'
import type { Instant, ShardCommand } from '@parley/core'
import { stateAfter, takes, type PlatformWord } from '../../src/platform/platform.ts'

export type PlatformEntry = {
  readonly state: () => PlatformWord
  readonly takes: (command: ShardCommand) => boolean
  /** Whether it accepted the command that was decided at that journal time. In milliseconds around a change, either state counts. */
  readonly tookAt: (command: ShardCommand, at: number) => boolean
  readonly moveOn: () => void
}

const effectOf: Readonly<Record<ShardCommand['kind'], Effect | undefined>> = {
  CreateRfq: 'trade',
  SendDraft: 'trade',
  PlaceOrder: 'trade',
  ReplaceOrder: 'trade',
  QuoteTwoWay: 'trade',
  CreateList: 'trade',
  QuoteNet: 'trade',
  TradeList: 'trade',
  CancelList: 'cancel',
  CancelNet: 'cancel',
  AgreeWithVenue: 'trade',
  OpenRfq: 'trade',
  CancelRfq: 'cancel',
  DeclineRfq: 'cancel',
  CancelOrder: 'cancel',
  CancelEverything: 'cancel',
  StopTrading: 'cancel',
  AllowTrading: undefined,
  SetLimit: 'protect',
  RemoveLimit: 'protect',
  ResetProtection: 'protect',
  SetDeadMan: 'protect',
  ConfirmBooking: 'protect',
  RejectBooking: 'protect',
  SettleDispute: undefined,
  // The shard's own deadlines and settlement do not depend on the platform's state.
  ResetDue: undefined,
  TriggerDeadMan: undefined,
  ExpireRfq: undefined,
  ExpireOrders: undefined,
  RemindOfBooking: undefined,
  ExpireBooking: undefined,
  ConfirmSettlement: undefined,
  RejectSettlement: undefined,
}

/**
 * A millisecond has numbers for 64 decisions (decision 0711). If hundreds fall into one, the last of them get a time that the clock has not reached
 * yet.
 */
const JOURNAL_LEAD_MS = 20

export function createEntry(now: () => Instant): PlatformEntry {
  const changes: { readonly at: number; readonly state: PlatformWord }[] = [{ at: 0, state: 'AVAILABLE' }]
  const state = (): PlatformWord => changes.at(-1)!.state
  return {
    state,
    takes: ({ kind }) => takes(state(), effectOf[kind]),
    tookAt: ({ kind }, at) => {
      const from = at - JOURNAL_LEAD_MS
      const before = changes.findLast((change) => change.at < from)!
      const during = changes.filter((change) => change.at >= from && change.at <= at)
      return [before, ...during].some((change) => takes(change.state, effectOf[kind]))
    },
    moveOn: () => void changes.push({ at: now(), state: stateAfter[state()] }),
  }
}
