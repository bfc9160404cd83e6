/**
 * The engine for the commands of callers. A command waits before its shard gets it: for a signature that is stored, for its key, for a query. The right
 * to trade is judged again in the step that hands the command over. An order whose sender loses access in between is either refused here, or
 * already in its shard and cancelled there with their other orders (rulebook 2.27).
 */
import { refuse, type DeskId, type ShardCommand, type UserId } from '@parley/core'
import type { MarketEngine } from './market-engine.ts'

type Sender = { readonly desk: DeskId; readonly user: UserId }

/** Whether something is open or traded after a command. A new kind of command does not compile until it is listed. */
const OPENS = {
  ...{ CreateRfq: true, SendDraft: true, OpenRfq: true, AgreeWithVenue: true },
  ...{ PlaceOrder: true, ReplaceOrder: true, QuoteTwoWay: true, CreateList: true, QuoteNet: true, TradeList: true },
  ...{ CancelRfq: false, CancelOrder: false, DeclineRfq: false, CancelList: false, CancelNet: false, CancelEverything: false },
  ...{ ConfirmBooking: false, RejectBooking: false, SettleDispute: false, RemindOfBooking: false, ExpireBooking: false },
  ...{ ExpireRfq: false, ExpireOrders: false, ConfirmSettlement: false, RejectSettlement: false },
  ...{ SetLimit: false, RemoveLimit: false, ResetProtection: false, ResetDue: false, StopTrading: false, AllowTrading: false },
  ...{ SetDeadMan: false, TriggerDeadMan: false },
} as const satisfies Readonly<Record<ShardCommand['kind'], boolean>>

type Kinds = typeof OPENS
type Opening = Extract<ShardCommand, { readonly kind: { [Kind in keyof Kinds]: Kinds[Kind] extends true ? Kind : never }[keyof Kinds] }>

const isOpening = (command: ShardCommand): command is Opening => OPENS[command.kind]

const accessEnded = refuse('InsufficientPermissions', '2.27', 'You may no longer trade for this desk.')

export function admittedOnly<Engine extends MarketEngine>(engine: Engine, mayTrade: (sender: Sender) => boolean): Engine {
  const submit = (...[shard, command, ...more]: Parameters<MarketEngine['submit']>) =>
    isOpening(command) && !mayTrade(command.actor) ? Promise.resolve(accessEnded) : engine.submit(shard, command, ...more)
  return { ...engine, submit: submit as MarketEngine['submit'] }
}
