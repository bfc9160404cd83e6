/** Whether each connected venue currently accepts orders (rulebook 3.20), for the checks of orders and for the channel `venue_states`. */
import { venueCodes, venueSentence, venueState, type VenueCode, type VenueState } from '@parley/core'
import type { VenueStatesView, VenueStatusView } from '@parley/contracts'
import type { Venue } from '@parley/venues'
import type { StreamChannel } from '../calls/channel.ts'
import { offeredTo } from '../calls/offer.ts'
import type { Clock } from './clock.ts'
import { marketDataLimits } from './limits.ts'
import type { MarketData } from './market-data.ts'

export type VenueStates = {
  /** The current state, not the last published one. */
  readonly stateOf: (venue: VenueCode) => VenueState
  readonly channel: StreamChannel
  readonly close: () => void
}

export type VenueStatesNeeds = {
  readonly venues: ReadonlyMap<VenueCode, Pick<Venue, 'health'>>
  readonly marketData: Pick<MarketData, 'isStale'>
  readonly clock: Clock
}

export function createVenueStates({ venues, marketData, clock }: VenueStatesNeeds): VenueStates {
  const readers = new Set<Reader>()
  const since = new Map<VenueCode, { readonly state: VenueState; readonly at: number }>()
  const codes = venueCodes.filter((code) => venues.has(code))
  const stateOf = (code: VenueCode): VenueState => {
    const health = venues.get(code)?.health()
    return venueState({
      isConnected: health?.state === 'CONNECTED',
      isSilent: marketData.isStale(code),
      roundTripMs: health?.roundTripMs,
      pause: health?.pause,
    })
  }
  const statusOf = (venue: VenueCode): VenueStatusView => {
    const state = stateOf(venue)
    const known = since.get(venue)
    const began = known?.state === state ? known : { state, at: clock.now() }
    since.set(venue, began)
    const delay = venues.get(venue)?.health().roundTripMs
    return {
      venue,
      state,
      delay_ms: delay === undefined ? null : Math.round(delay),
      since: Math.trunc(began.at),
      sentence: venueSentence(venue, state),
    }
  }
  const view = (): VenueStatesView => ({ venues: codes.map(statusOf) })
  let published: Published = { view: view(), at: clock.now() }
  let callOff = () => {}
  const look = (): void => {
    callOff = clock.after(marketDataLimits.venueStatesEveryMs, () => {
      const next = view()
      if (isNews(next, published, clock.now())) {
        published = { view: next, at: clock.now() }
        // One object for all readers of the same venues, and one encoded frame.
        const views = new Map<string, VenueStatesView>()
        for (const { push, offered } of readers) {
          const key = offered.join()
          const shown = views.get(key) ?? shownOf(next, offered)
          views.set(key, shown)
          push(shown)
        }
      }
      look()
    })
  }
  look()
  return {
    stateOf,
    channel: {
      kind: 'stream',
      pattern: 'venue_states',
      open: (caller, _params, push) => {
        const reader: Reader = { push, offered: offeredTo(caller) }
        push(shownOf(published.view, reader.offered))
        readers.add(reader)
        return Promise.resolve(() => void readers.delete(reader))
      },
    },
    close: () => callOff(),
  }
}

type Reader = { readonly push: (data: object) => void; readonly offered: readonly VenueCode[] }

const shownOf = ({ venues }: VenueStatesView, offered: readonly VenueCode[]): VenueStatesView => ({
  venues: venues.filter(({ venue }) => offered.some((code) => code === venue)),
})

type Published = { readonly view: VenueStatesView; readonly at: number }

/** A state is published immediately, a delay only occasionally: every screen shows it, but no trade depends on it. */
function isNews(next: VenueStatesView, { view, at }: Published, now: number): boolean {
  const isOther = (one: VenueStatusView, place: number) => one.state !== view.venues[place]?.state
  if (next.venues.some(isOther)) return true
  const hasMoved = next.venues.some((one, place) => one.delay_ms !== view.venues[place]?.delay_ms)
  return hasMoved && now - at >= marketDataLimits.venueDelayEveryMs
}
