/** A test of an adapter brings this: a venue, an adapter to it, and the means to make things go wrong. */
import type { Block, VenueCredentials } from '../../src/port/venue-answers.ts'
import type { BlockVenue } from '../../src/port/venue-port.ts'

export type Step = 'VERIFY' | 'EXECUTE' | 'FIND' | 'HOLDINGS' | 'BLOCKS'
export type Disruption =
  /** Carried out, never answered. */
  | 'LOSE_ANSWER'
  /** The connection drops before anything is carried out. */
  | 'DISCONNECT_BEFORE'
  /** Carried out, then the connection drops. */
  | 'DISCONNECT_AFTER'
  | 'ANSWER_TWICE'
  /** The venue says to try again later. */
  | 'BUSY'

/** A venue of its own for each test, and a fresh adapter to it. */
export interface VenueHarness {
  readonly venue: BlockVenue
  readonly maker: VenueCredentials
  readonly taker: VenueCredentials
  /** Opens an account, but may not execute blocks. */
  readonly reader: VenueCredentials
  readonly nobody: VenueCredentials
  readonly blockWindowMs: number
  /** How many blocks of one leg the venue lets anybody read; Infinity where there is no end. */
  readonly readableBlocks: number
  now(): number
  /** Moves the clock of the venue and of the adapter. */
  advance(ms: number): void
  /** The next such step goes wrong in this way. */
  disrupt(step: Step, how: Disruption): void
  /** The next such step is carried out this much later. */
  delay(step: Step, delayMs: number): void
  dropConnections(): void
  /** Puts a block of these parties into the venue's record, at its own time, as if it had been executed. */
  addToRecord(block: Block): void
  /** How many blocks the venue has executed. */
  executed(): number
  /** Another adapter to the same venue, as after a restart: it remembers nothing. */
  restartAdapter(): Promise<BlockVenue>
  close(): Promise<void>
}

export type WithVenue = (test: (harness: VenueHarness) => Promise<void>) => () => Promise<void>

/** Every wait is for a condition; this is when to give up on a slow machine. */
export const PATIENCE = { timeout: 30_000, interval: 20 }
