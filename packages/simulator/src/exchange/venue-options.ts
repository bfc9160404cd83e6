/** Options, actions and parts that all simulated venues share. */
import { createFaults, type FaultOrder, type Faults } from './faults.ts'
import { createMaintenance, type Maintenance } from './maintenance.ts'
import { createPrices, type Prices } from './prices.ts'
import { createRandom } from './random.ts'
import type { Tamper } from './tampering.ts'
import { createVenueClock, type VenueClock } from './venue-clock.ts'

export type VenueOptions<Account> = {
  /** Absent or 0: any free port. */
  readonly port?: number
  readonly seed?: number
  readonly now?: () => number
  /** The speed of its own prices; 1 is a calm day. */
  readonly speed?: number
  /** The prices of another venue, which drives them. Its own by default. */
  readonly prices?: Prices
  /** How often prices are published, and moved if they are its own. At 0, only when `step` is called. */
  readonly tickMs?: number
  /** The folder of the venue's stored data. Without it, nothing survives closing the venue. */
  readonly dataDir?: string | undefined
  readonly faults?: readonly FaultOrder[]
  readonly accounts?: readonly Account[]
}

/** The actions of every simulated venue. */
export interface SimulatedVenue<Account> {
  readonly faults: Faults
  addAccount(account: Account): void
  /** Alters the venue's own record. */
  readonly tamper: Tamper
  /** Takes the venue down for its accounts, and opens it again. */
  maintain(state: 'BEGINS' | 'ENDS'): void
  /** No call from a client is waiting to be carried out. */
  isQuiet(): boolean
  /** Advances the market and publishes. */
  step(elapsedMs: number): void
  /** Steps at once by the time since the last step, and from then on at this interval. */
  pace(everyMs: number): void
  /** Drops every connection, as after a network failure. */
  dropConnections(): void
  close(): Promise<void>
}

export type VenueBasis = {
  readonly clock: VenueClock
  readonly now: () => number
  readonly prices: Prices
  readonly faults: Faults
  readonly maintenance: Maintenance
}

export function createBasis<Account>(name: string, options: VenueOptions<Account>): VenueBasis {
  const { seed = 1, now: timeOf = Date.now, speed = 1 } = options
  const clock = createVenueClock(timeOf)
  const { now } = clock
  return {
    ...{ clock, now, prices: options.prices ?? createPrices({ seed, now, speed }) },
    faults: createFaults(options.faults ?? [], createRandom(seed, `faults of ${name}`)),
    maintenance: createMaintenance(),
  }
}
