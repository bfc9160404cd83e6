/**
 * The rules of a shard, as the engine calls them. The engine owns one value of State per shard, is the only one to change it, and knows nothing of
 * RFQs: core contributes the rules, the engine contributes durability, order and time.
 */
import type { Instant, Refusal } from '@parley/core'

export interface Machine<State, Command extends { readonly kind: string }, Event extends { readonly kind: string }, Change = unknown> {
  initial(): State
  /** Pure and deterministic: the events in order, or the first refusal. */
  decide(state: State, command: Command, now: Instant): readonly Event[] | Refusal
  /**
   * A secret command leaves due deadlines to the timer, so that no reader learns of the command by a deadline that is published with it. Its decision
   * may then depend only on the time, and not on the event of a deadline. Without this function no command is secret.
   */
  isSecret?(command: Command): boolean
  /** Total, without any checks: changes the state in place, and returns what it changed. */
  evolve(state: State, event: Event): Change
  /** The earliest deadline that is due by now, as a command; otherwise undefined. */
  due(state: State, now: Instant): Command | undefined
  /** When to check `due` again. */
  nextDeadline(state: State): Instant | undefined
  /**
   * Converts to plain JSON and back: `restore(snapshot(s))` behaves and hashes like s. A snapshot consists of immutable values, because it is written while
   * the state continues to change.
   */
  snapshot(state: State): unknown
  restore(snapshot: unknown): State
}
