/** An index price and its change over 24 hours: one sample per minute, in memory. */
import { marketDataLimits } from './limits.ts'

type Sample = { readonly price: number; readonly at: number }

/** `since` is the time of the price that the latest one is compared with. */
export type IndexChange = { readonly percent: number; readonly since: number }

export class IndexHistory {
  #latest: Sample | undefined
  readonly #samples: Sample[] = []

  add(price: number, at: number): void {
    if (this.#latest !== undefined && at < this.#latest.at) return
    this.#latest = { price, at }
    const last = this.#samples.at(-1)
    if (last === undefined || at - last.at >= marketDataLimits.indexSampleMs) this.#samples.push(this.#latest)
    while (this.#samples.length > 1 && this.#samples[1]!.at <= at - marketDataLimits.indexWindowMs) this.#samples.shift()
  }

  get latest(): Sample | undefined {
    return this.#latest
  }

  /** Over 24 hours, or over the part of them that is known; undefined if that part is too short. */
  get change(): IndexChange | undefined {
    const oldest = this.#samples[0]
    if (oldest === undefined || this.#latest === undefined || this.#latest.at - oldest.at < marketDataLimits.indexLeastMs) return undefined
    return { percent: (this.#latest.price / oldest.price - 1) * 100, since: oldest.at }
  }
}
