/** One venue's instruments, marks and indices in memory, by our own ids. */
import type { Instant, Instrument, Mark, VenueCode } from '@parley/core'
import { IndexHistory } from './index-history.ts'
import { marketDataLimits } from './limits.ts'

export class VenueMarket {
  readonly code: VenueCode
  readonly #byName = new Map<string, Instrument>()
  /** The venue's own number to ours. */
  readonly #ids = new Map<number, number>()
  readonly #marks = new Map<number, Mark>()
  readonly #unclaimed = new Map<number, Mark>()
  readonly #indices = new Map<string, IndexHistory>()
  #lastMessageAt: number | undefined

  constructor(code: VenueCode) {
    this.code = code
  }

  named(name: string): Instrument | undefined {
    return this.#byName.get(name)
  }

  all(): Iterable<Instrument> {
    return this.#byName.values()
  }

  mark(id: number): Mark | undefined {
    return this.#marks.get(id)
  }

  index(baseCurrency: string): IndexHistory | undefined {
    return this.#indices.get(baseCurrency)
  }

  /** Adds instruments that were saved before. `theirs` is the venue's number of each, if the venue has just reported it. */
  takeIn(instruments: readonly Instrument[], theirs: ReadonlyMap<string, number>): void {
    for (const instrument of instruments) {
      this.#byName.set(instrument.name, instrument)
      const number = theirs.get(instrument.name)
      if (instrument.state === 'EXPIRED') this.#marks.delete(instrument.id)
      if (number === undefined) continue
      this.#ids.set(number, instrument.id)
      const waiting = this.#unclaimed.get(number)
      if (waiting === undefined) continue
      this.#unclaimed.delete(number)
      this.#marks.set(instrument.id, { ...waiting, instrumentId: instrument.id })
    }
  }

  /** Returns our ids of those that are known. */
  takeMarks(marks: readonly Mark[]): readonly number[] {
    const changed: number[] = []
    for (const mark of marks) {
      const id = this.#ids.get(mark.instrumentId)
      if (id === undefined) {
        if (this.#unclaimed.size < marketDataLimits.unclaimedMarks) this.#unclaimed.set(mark.instrumentId, mark)
        continue
      }
      this.#marks.set(id, { ...mark, instrumentId: id })
      changed.push(id)
    }
    return changed
  }

  takeIndex(baseCurrency: string, price: number, at: number): void {
    const history = this.#indices.get(baseCurrency) ?? new IndexHistory()
    this.#indices.set(baseCurrency, history)
    history.add(price, at)
  }

  markAlive(at: number): void {
    this.#lastMessageAt = Math.max(at, this.#lastMessageAt ?? at)
  }

  isStale(now: number, otherMessageAt: number | undefined): boolean {
    const last = Math.max(this.#lastMessageAt ?? -Infinity, otherMessageAt ?? -Infinity)
    return now - last > marketDataLimits.staleAfterMs
  }
}

/** A contract ends at its expiry, whether or not its venue can still report that. */
export const asOf = (instrument: Instrument, now: Instant): Instrument =>
  instrument.state === 'ACTIVE' && instrument.expiresAt !== undefined && instrument.expiresAt <= now
    ? { ...instrument, state: 'EXPIRED' }
    : instrument
