/** A test of an adapter provides this: a venue, an adapter to it, and ways to inject faults. */
import type { Block, VenueCredentials } from '../../src/port/venue-answers.ts'
import type { BlockVenue } from '../../src/port/venue-port.ts'

export type Step = 'VERIFY' | 'EXECUTE' | 'FIND' | 'HOLDINGS' | 'BLOCKS'
export type Disruption =
  /** Carried out, but no response is sent. */
  | 'LOSE_ANSWER'
  /** The connection drops before anything is carried out. */
  | 'DISCONNECT_BEFORE'
  /** Carried out, then the connection drops. */
  | 'DISCONNECT_AFTER'
  | 'ANSWER_TWICE'
  /** The venue asks to try again later. */
  | 'BUSY'

/** Whether a test waits for an answer that never comes. Only then is the adapter less patient than in the product. */
export type Answers = 'ARRIVE' | 'MAY_BE_LOST'

/** A separate venue for each test, and a new adapter to it. */
export interface VenueHarness {
  readonly venue: BlockVenue
  readonly maker: VenueCredentials
  readonly taker: VenueCredentials
  /** Opens an account that cannot execute blocks. */
  readonly reader: VenueCredentials
  readonly nobody: VenueCredentials
  readonly blockWindowMs: number
  /** How many blocks with one leg the venue lets a party read; Infinity if there is no limit. */
  readonly readableBlocks: number
  now(): number
  /** Moves the clock of the venue and of the adapter. */
  advance(ms: number): void
  /** The next such step fails in this way. */
  disrupt(step: Step, how: Disruption): void
  /** The next such step is delayed by this much. */
  delay(step: Step, delayMs: number): void
  dropConnections(): void
  /** Adds a block between these parties to the venue's record, at its own time, as if it had been executed. */
  addToRecord(block: Block): void
  /** How many blocks the venue has executed. */
  executed(): number
  /** Another adapter to the same venue, as after a restart, without any memory. */
  restartAdapter(): Promise<BlockVenue>
  close(): Promise<void>
}

export type WithVenue = (test: (harness: VenueHarness) => Promise<void>) => () => Promise<void>

/** Every wait is for a condition. This is the time limit for slow machines. */
export const PATIENCE = { timeout: 30_000, interval: 20 }
