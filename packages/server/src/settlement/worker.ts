/** Works off the list of settlements: at once when a trade is agreed, again when one may be tried again, and from the list itself after a start. */
import type { Instant, TradeId } from '@parley/core'
import { systemTimers, type Timers } from '../engine/timers.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { LOOK_EVERY_MS, MOST_AT_ONCE, MOST_LISTED, STOP_WITHIN_MS } from './limits.ts'
import { perform, type Around } from './perform.ts'
import type { Job } from './job.ts'

export type SettlementNeeds = Omit<Around, 'engine'> & {
  readonly engine: Pick<MarketEngine, 'submit' | 'onNotes'>
  readonly timers?: Timers
}

export type SettlementWorker = {
  /** Resolves when nothing is being done and nothing is due. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function startSettlement({ timers = systemTimers, ...given }: SettlementNeeds): SettlementWorker {
  const around: Around = given
  const { now, log, store } = around
  const running = new Map<TradeId, { readonly twin: string; readonly done: Promise<void> }>()
  let isStopping = false
  let isWanted = false
  let looking: Promise<void> | undefined
  let callOff: (() => void) | undefined

  const start = (job: Job): void => {
    const done = perform(job, around, () => isStopping)
      .catch((error: unknown) => log.error({ tradeId: job.tradeId, error }, 'A settlement stumbled; it is tried again'))
      .finally(() => {
        running.delete(job.tradeId)
        wake()
      })
    running.set(job.tradeId, { twin: twinOf(job), done })
  }

  const look = async (): Promise<void> => {
    // What is done while the list is read stands in it as it was.
    const before = new Set(running.keys())
    const ahead = new Set([...running.values()].map(({ twin }) => twin))
    let soonest = now() + LOOK_EVERY_MS
    const consider = (job: Job): void => {
      if (before.has(job.tradeId)) return
      const twin = twinOf(job)
      if (isAtVenue(job) && ahead.has(twin)) return
      if (isAtVenue(job)) ahead.add(twin)
      if (job.settlement.nextAttemptAt > now()) soonest = Math.min(soonest, job.settlement.nextAttemptAt)
      else if (running.size < MOST_AT_ONCE && !isStopping) start(job)
    }
    let page: readonly Job[] = []
    do {
      page = await store.toDo(page.at(-1))
      page.forEach(consider)
      // However many wait for their time before it, what is due is found. Where nothing more can be started, whoever is done looks again.
    } while (page.length === MOST_LISTED && running.size < MOST_AT_ONCE && !isStopping)
    callOff?.()
    callOff = isStopping ? undefined : timers.wakeAt(soonest as Instant, wake)
  }

  const wake = (): void => {
    isWanted = true
    if (looking !== undefined || isStopping) return
    looking = lookWhileWanted().finally(() => {
      looking = undefined
      if (isWanted) wake()
    })
  }

  const lookWhileWanted = async (): Promise<void> => {
    while (isWanted && !isStopping) {
      isWanted = false
      try {
        await look()
      } catch (error) {
        log.error({ error }, 'The list of settlements could not be read; it is read again')
        callOff?.()
        callOff = timers.wakeAt((now() + LOOK_EVERY_MS) as Instant, wake)
      }
    }
  }

  const endNotes = given.engine.onNotes((notes) => {
    if (notes.some(({ channel, event }) => (channel === 'trades' || channel === 'ob.trade') && event === 'ADDED')) wake()
  })
  wake()

  const settled = async (): Promise<void> => {
    while (looking !== undefined || running.size > 0) await Promise.allSettled([looking, ...[...running.values()].map(({ done }) => done)])
  }

  return {
    idle: settled,
    async close() {
      isStopping = true
      endNotes()
      callOff?.()
      let hurry: (() => void) | undefined
      const late = new Promise<void>((resolve) => (hurry = timers.wakeAt((now() + STOP_WITHIN_MS) as Instant, resolve)))
      await Promise.race([settled(), late])
      hurry?.()
    },
  }
}

/** The venue names a block by its legs: of two that look alike, the later waits until the earlier one's fate is known. */
const twinOf = ({ venue, maker, taker, block }: Job): string =>
  JSON.stringify([venue, maker, taker, block.legs.map((leg) => [leg.instrument.name, leg.makerSide, leg.price, leg.quantity])])

const isAtVenue = ({ settlement }: Job): boolean => settlement.state === 'AGREED' || settlement.state === 'VERIFIED'
