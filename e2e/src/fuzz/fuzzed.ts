/** The product under test, and the shared state and counts of the rounds. */
import type { OrderBookFloor } from '../protocol/order-book-floor.ts'
import type { Session } from '../protocol/session.ts'
import type { HiddenBid } from './auctions.ts'
import type { ConsoleCaller } from './console-caller.ts'
import type { Coverage } from './coverage.ts'
import type { Dealt } from './inputs.ts'

export type Fuzzed = {
  readonly floor: OrderBookFloor
  readonly megabytes: number
  readonly coverage: Coverage
  readonly dealt: Dealt
  /** The bid of a desk that sends nothing else. */
  readonly hidden: HiddenBid
  /** A person at the operator console. */
  readonly operator: ConsoleCaller
  session: Session
  provedAt: number
  /** Rounds that have sent their valid requests; the first sends nothing else. */
  rounds: number
  readonly things: string[]
}
