/** Processes the list of settlements: immediately when a trade is agreed, again when a retry is due, and from the list itself after a start. */
import type { Instant, TradeId } from '@parley/core'
import { systemTimers, type Timers } from '../engine/timers.ts'
import { measureWork } from '../metrics/measure-work.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { LOOK_EVERY_MS, MOST_AT_ONCE, MOST_LISTED, STOP_WITHIN_MS } from './limits.ts'
import { perform, type SettlementParts } from './perform.ts'
import type { Job } from './job.ts'

export type SettlementNeeds = Omit<SettlementParts, 'engine'> & {
  readonly engine: Pick<MarketEngine, 'submit' | 'onDecided'>
  readonly timers?: Timers
  /** How often the list is read even without a notification. */
  readonly looksEveryMs?: number
}

export type SettlementWorker = {
  /** Resolves when no work is running or due. */
  idle(): Promise<void>
  close(): Promise<void>
}

export const startSettlement = ({ timers = systemTimers, looksEveryMs = LOOK_EVERY_MS, ...given }: SettlementNeeds): SettlementWorker =>
  new Worker(given, timers, looksEveryMs)

class Worker implements SettlementWorker {
  readonly #around: SettlementParts
  readonly #timers: Timers
  readonly #looksEveryMs: number
  readonly #running = new Map<TradeId, { readonly twin: string; readonly done: Promise<void> }>()
  readonly #unsubscribe: () => void
  #isStopping = false
  #isWanted = false
  #looking: Promise<void> | undefined
  #callOff: (() => void) | undefined

  constructor(given: Omit<SettlementNeeds, 'timers' | 'looksEveryMs'>, timers: Timers, looksEveryMs: number) {
    this.#around = given
    this.#timers = timers
    this.#looksEveryMs = looksEveryMs
    this.#unsubscribe = given.engine.onDecided((decisions) => {
      if (decisions.some(({ events }) => events.some(({ kind }) => kind === 'TradeAgreed'))) this.#wake()
    })
    this.#wake()
  }

  async idle(): Promise<void> {
    while (this.#looking !== undefined || this.#running.size > 0)
      await Promise.allSettled([this.#looking, ...[...this.#running.values()].map(({ done }) => done)])
  }

  async close(): Promise<void> {
    this.#isStopping = true
    this.#unsubscribe()
    this.#callOff?.()
    let hurry: (() => void) | undefined
    const late = new Promise<void>((resolve) => (hurry = this.#wakeIn(STOP_WITHIN_MS, resolve)))
    await Promise.race([this.idle(), late])
    hurry?.()
  }

  #wake(): void {
    this.#isWanted = true
    if (this.#looking !== undefined || this.#isStopping) return
    this.#looking = this.#lookWhileWanted().finally(() => {
      this.#looking = undefined
      if (this.#isWanted) this.#wake()
    })
  }

  #wakeIn(ms: number, work: () => void): () => void {
    return this.#timers.wakeAt((this.#around.now() + ms) as Instant, work)
  }

  async #lookWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopping) {
      this.#isWanted = false
      try {
        await this.#look()
      } catch (error) {
        this.#around.log.error({ error }, 'Could not read the list of settlements; trying again')
        this.#callOff?.()
        this.#callOff = this.#wakeIn(LOOK_EVERY_MS, () => this.#wake())
      }
    }
  }

  async #look(): Promise<void> {
    const { now, store } = this.#around
    // In the list, work that runs during the read still has its previous state.
    const before = new Set(this.#running.keys())
    const ahead = new Set([...this.#running.values()].map(({ twin }) => twin))
    let soonest = now() + this.#looksEveryMs
    const consider = (job: Job): void => {
      if (before.has(job.tradeId)) return
      const twin = twinOf(job)
      if (isAtVenue(job) && ahead.has(twin)) return
      if (isAtVenue(job)) ahead.add(twin)
      if (job.settlement.nextAttemptAt > now()) soonest = Math.min(soonest, job.settlement.nextAttemptAt)
      else if (this.#hasRoom) this.#start(job)
    }
    let page: readonly Job[] = []
    do {
      page = await store.toDo(page.at(-1))
      page.forEach(consider)
      // Due rows are found behind any number of waiting ones. If no more can start, the next settlement that ends checks again.
    } while (page.length === MOST_LISTED && this.#hasRoom)
    this.#callOff?.()
    this.#callOff = this.#isStopping ? undefined : this.#timers.wakeAt(soonest as Instant, () => this.#wake())
  }

  get #hasRoom(): boolean {
    return this.#running.size < MOST_AT_ONCE && !this.#isStopping
  }

  #start(job: Job): void {
    const { meter, tracing } = this.#around
    const work = () => perform(job, this.#around, () => this.#isStopping)
    const traced = tracing && (() => tracing.span('settlement', { 'parley.venue': job.venue }, work, tracing.originOf(job.tradeId)))
    const done = measureWork(meter, 'settlement', traced ?? work)
      .catch((error: unknown) => this.#around.log.error({ tradeId: job.tradeId, error }, 'A settlement failed; trying again'))
      .finally(() => {
        this.#running.delete(job.tradeId)
        this.#wake()
      })
    this.#running.set(job.tradeId, { twin: twinOf(job), done })
  }
}

/** The venue identifies a block by its legs. If two look alike, the later one waits until the outcome of the earlier one is known. */
const twinOf = ({ venue, maker, taker, block, venueRfqId }: Job): string =>
  JSON.stringify([venue, maker, taker, venueRfqId, block.legs.map((leg) => [leg.instrument.name, leg.makerSide, leg.price, leg.quantity])])

const isAtVenue = ({ settlement }: Job): boolean => settlement.state === 'AGREED' || settlement.state === 'VERIFIED'
