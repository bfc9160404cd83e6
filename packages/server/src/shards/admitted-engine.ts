/**
 * The engine for the commands of callers. A command waits before its shard gets it: for a signature that is stored, for its key, for a query. The right
 * to trade is judged again in the step that hands the command over. So an order of a sender whose access ends meanwhile is either refused here, or
 * already in its shard, where the cancellation of their orders finds it (rulebook 2.27).
 */
import { refuse, type DeskId, type ShardCommand, type UserId } from '@parley/core'
import type { MarketEngine } from './market-engine.ts'

type Sender = { readonly desk: DeskId; readonly user: UserId }

/** Commands after which something is open or traded. */
const OPENING = {
  ...{ CreateRfq: true, SendDraft: true, OpenRfq: true, AgreeWithVenue: true },
  ...{ PlaceOrder: true, ReplaceOrder: true, QuoteTwoWay: true },
} as const

type Opening = Extract<ShardCommand, { readonly kind: keyof typeof OPENING }>

const isOpening = (command: ShardCommand): command is Opening => Object.hasOwn(OPENING, command.kind)

const accessEnded = refuse('InsufficientPermissions', '2.27', 'You may no longer trade for this desk.')

export function admittedOnly<Engine extends MarketEngine>(engine: Engine, mayTrade: (sender: Sender) => boolean): Engine {
  const submit = (...[shard, command, ...more]: Parameters<MarketEngine['submit']>) =>
    isOpening(command) && !mayTrade(command.actor) ? Promise.resolve(accessEnded) : engine.submit(shard, command, ...more)
  return { ...engine, submit: submit as MarketEngine['submit'] }
}
