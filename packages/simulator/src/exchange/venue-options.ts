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
  /** How fast its own prices move; 1 is a calm day. */
  readonly speed?: number
  /** The prices of another venue, which moves them. Absent: its own. */
  readonly prices?: Prices
  /** How often prices are published, and moved if they are its own. 0: only when `step` is called. */
  readonly tickMs?: number
  /** The folder of what the venue remembers. Absent: it forgets when it is closed. */
  readonly dataDir?: string | undefined
  readonly faults?: readonly FaultOrder[]
  readonly accounts?: readonly Account[]
}

/** The actions of every simulated venue. */
export interface SimulatedVenue<Account> {
  readonly faults: Faults
  addAccount(account: Account): void
  /** The owner's hand in the record. */
  readonly tamper: Tamper
  /** Takes the venue down for its accounts, and opens it again. */
  maintain(state: 'BEGINS' | 'ENDS'): void
  /** Nothing that a client sent is still to be carried out. */
  isQuiet(): boolean
  /** Lets the market go on and publishes. */
  step(elapsedMs: number): void
  /** Drops every connection, as a network does. */
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
