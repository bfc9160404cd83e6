/** One of our RFQs at its venue: sent for as long as ours is open, renewed if the venue's RFQ ends first, and withdrawn with ours. */
import type { Instant, Quantity, Rfq, TradeId } from '@parley/core'
import type { VenueCredentials, VenueMakers, VenueRfq } from '@parley/venues'
import type { Timers } from '../engine/timers.ts'
import type { Log } from '../log/log.ts'
import { termsOf, venueQuantity, wantedOf } from './at-venue.ts'
import { venueMakersLimits as limits } from './limits.ts'

export type RequestState =
  | { readonly state: 'ASKING' | 'LOST' | 'ENDED' }
  | { readonly state: 'REFUSED'; readonly message: string }
  | { readonly state: 'ASKED' | 'TRADING'; readonly quantity: Quantity; readonly atVenue: VenueRfq }

export type WatchNeeds = {
  readonly makers: VenueMakers
  readonly taker: VenueCredentials
  readonly timers: Timers
  readonly now: () => number
  readonly log: Log
  readonly onChanged: () => void
}

export class WatchedRfq {
  readonly #needs: WatchNeeds
  #rfq: Rfq
  #state: RequestState = { state: 'ASKING' }
  /** The trade with the venue's makers that the venue has not answered. */
  #dealing: TradeId | undefined
  #refusedFor: Quantity | undefined
  #working: Promise<void> | undefined
  #isWanted = false
  #isOver = false
  #failures = 0
  #callOff: (() => void) | undefined

  constructor(rfq: Rfq, needs: WatchNeeds, dealing?: TradeId) {
    this.#rfq = rfq
    this.#needs = needs
    this.#dealing = dealing
    this.#pursue()
  }

  get rfq(): Rfq {
    return this.#rfq
  }

  get state(): RequestState {
    return this.#state
  }

  /** True if no more work is needed for it. */
  get isDone(): boolean {
    return this.#isOver || (this.#rfq.state === 'CLOSED' && this.#state.state === 'ENDED' && this.#dealing === undefined)
  }

  /** Applies a decision of the market. */
  moved(rfq: Rfq, dealing: { readonly began?: TradeId; readonly ended?: TradeId } = {}): void {
    this.#rfq = rfq
    if (dealing.began !== undefined) this.#dealing = dealing.began
    if (dealing.ended === this.#dealing) this.#dealing = undefined
    this.#pursue()
  }

  /** Applies the venue's state. A different RFQ with the same name is a renewed one. */
  showAtVenue(venueRfq: VenueRfq): void {
    const state = this.#state
    if (!('atVenue' in state) || state.atVenue.id !== venueRfq.id) return
    this.#become({ ...state, atVenue: venueRfq })
    if (venueRfq.state !== 'OPEN') this.#pursue()
  }

  /** Everything that is open at the venue. Ours may have ended while there was no connection. */
  showAllAtVenue(open: readonly VenueRfq[]): void {
    const state = this.#state
    if (!('atVenue' in state)) return this.#pursue()
    const found = open.find(({ id }) => id === state.atVenue.id)
    this.showAtVenue(found ?? { ...state.atVenue, state: 'EXPIRED' })
  }

  lost(): void {
    if (this.#state.state === 'ASKED') this.#become({ state: 'LOST' })
  }

  async close(): Promise<void> {
    this.#isOver = true
    this.#callOff?.()
    await this.#working
  }

  #become(state: RequestState): void {
    this.#state = state
    this.#needs.onChanged()
  }

  #pursue(): void {
    this.#isWanted = true
    if (this.#isOver) return
    this.#working ??= this.#pursueWhileWanted().finally(() => {
      this.#working = undefined
      if (this.#isWanted) this.#pursue()
    })
  }

  async #pursueWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#isOver) {
      this.#isWanted = false
      this.#callOff?.()
      try {
        await this.#step()
      } catch (error) {
        this.#needs.log.error({ rfqId: this.#rfq.id, error }, 'Could not send an RFQ to its venue; trying again')
        this.#later()
      }
    }
  }

  async #step(): Promise<void> {
    // A quote that was crossed settles in its RFQ, which stays unchanged until then.
    if (this.#dealing !== undefined) {
      if ('atVenue' in this.#state) this.#become({ ...this.#state, state: 'TRADING' })
      return
    }
    const wanted = wantedOf(this.#rfq)
    if (wanted === undefined) return this.#withdraw()
    if ('atVenue' in this.#state && this.#state.state === 'TRADING') this.#become({ ...this.#state, state: 'ASKED' })
    const state = this.#state
    if (state.state === 'REFUSED' && this.#refusedFor === wanted) return
    if (!('atVenue' in state)) return this.#adoptOrAsk(wanted)
    const isOpen = state.atVenue.state === 'OPEN' && state.atVenue.expiresAt > this.#needs.now()
    if (isOpen && state.quantity === wanted) return this.#wakeAt(state.atVenue.expiresAt + limits.renewAfterMs)
    if (isOpen && !(await this.#cancel(state.atVenue.id))) return
    await this.#ask(wanted)
  }

  /** After a start, or a lost response, it may already be there. */
  async #adoptOrAsk(wanted: Quantity): Promise<void> {
    const { makers, taker, now } = this.#needs
    const answer = await makers.open(taker)
    if (answer.outcome === 'REJECTED') return this.#refused(wanted, answer.message)
    if (answer.outcome === 'UNKNOWN') return this.#later()
    const theirs = venueQuantity(this.#rfq.structure, wanted)
    const [found, ...others] = answer.value.filter(({ name, expiresAt }) => name === this.#rfq.id && expiresAt > now())
    for (const { id } of others) await this.#cancel(id)
    if (found !== undefined && found.quantity === theirs) return this.#asked(wanted, found)
    if (found !== undefined && !(await this.#cancel(found.id))) return
    await this.#ask(wanted)
  }

  async #ask(wanted: Quantity): Promise<void> {
    this.#become({ state: 'ASKING' })
    const { makers, taker } = this.#needs
    const answer = await makers.ask(termsOf(this.#rfq, wanted), taker)
    switch (answer.outcome) {
      case 'DONE':
        return this.#asked(wanted, answer.value)
      case 'REJECTED':
        return this.#refused(wanted, answer.message)
      case 'UNKNOWN':
        return this.#later()
    }
  }

  #asked(quantity: Quantity, atVenue: VenueRfq): void {
    this.#failures = 0
    this.#become({ state: 'ASKED', quantity, atVenue })
    this.#wakeAt(atVenue.expiresAt + limits.renewAfterMs)
  }

  #refused(wanted: Quantity, message: string): void {
    this.#refusedFor = wanted
    this.#become({ state: 'REFUSED', message })
  }

  async #withdraw(): Promise<void> {
    if ('atVenue' in this.#state && this.#state.atVenue.state === 'OPEN' && !(await this.#cancel(this.#state.atVenue.id))) return
    if (this.#state.state !== 'ENDED') this.#become({ state: 'ENDED' })
  }

  /** Returns whether it is known to have ended. */
  async #cancel(id: string): Promise<boolean> {
    const answer = await this.#needs.makers.cancel(id, this.#needs.taker)
    // If the key may no longer cancel, the RFQ is left to expire, within five minutes at most.
    if (answer.outcome !== 'UNKNOWN') return true
    this.#later()
    return false
  }

  #later(): void {
    this.#failures += 1
    const wait = Math.min(limits.longestRetryMs, limits.firstRetryMs * 2 ** Math.min(this.#failures - 1, 16))
    this.#wakeAt(this.#needs.now() + wait)
  }

  #wakeAt(at: number): void {
    this.#callOff?.()
    if (!this.#isOver) this.#callOff = this.#needs.timers.wakeAt(at as Instant, () => this.#pursue())
  }
}
