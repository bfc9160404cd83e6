/**
 * The rules of a shard, as the engine asks for them. The engine owns one value of State per shard, is the only one to change it, and knows
 * nothing of RFQs: core brings the rules, this brings durability, order and time.
 */
import type { Instant, Refusal } from '@parley/core'

export interface Machine<State, Command extends { readonly kind: string }, Event extends { readonly kind: string }, Change = unknown> {
  initial(): State
  /** Pure and deterministic: events in order, or the refusal that comes first. */
  decide(state: State, command: Command, now: Instant): readonly Event[] | Refusal
  /**
   * A secret command leaves what is due to its timer, so that no reader learns of the command by a deadline that is published with it. Its
   * decision may then rest on time alone, and on no event of a deadline. Without this function no command is secret.
   */
  isSecret?(command: Command): boolean
  /** Total and without judgement: changes the state in place, and answers what it changed. */
  evolve(state: State, event: Event): Change
  /** The soonest deadline that is due by now as a command, or undefined. */
  due(state: State, now: Instant): Command | undefined
  /** When to look at `due` again. */
  nextDeadline(state: State): Instant | undefined
  /**
   * Plain JSON and back; `restore(snapshot(s))` behaves and hashes as s does. A snapshot is made of values: it is written down while the
   * state goes on changing, and stays as it was.
   */
  snapshot(state: State): unknown
  restore(snapshot: unknown): State
}
