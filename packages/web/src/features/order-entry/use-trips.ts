/**
 * Orders on their way to the server, the last one at each place: a side, an RFQ, or the form itself. Each is followed until its response, and one that
 * was withdrawn is cancelled as soon as the server reports it (rulebook 5.25). Every order entry sends with it.
 */
import { useRef, useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { serverNow } from '../../live/connection.ts'
import { sendingAt, type TimedSending } from '../../live/late-answers.ts'
import { lostText } from './lost-text.ts'
import type { OnItsWay } from './Unanswered.tsx'

export type Trip<About, Outcome> = OnItsWay & {
  readonly id: string
  readonly about: About
  /** The call has failed without a response, and is repeated. */
  readonly isLost: boolean
  /** With the response. */
  readonly answeredAt: number | undefined
  readonly outcome: Outcome | undefined
}

export type Departure<Slot, About> = {
  readonly place: Slot
  readonly about: About
  /** The message if the response is lost. A later outcome replaces it. */
  readonly message?: { readonly key: string; readonly title: string; readonly open?: () => void }
}

export type Arrival<Outcome> = {
  readonly outcome: Outcome
  /** Cancels the resting part. Undefined if there is none. */
  readonly cancel?: (() => unknown) | undefined
}

/** Sends all orders of one departure in one call, and returns the outcome of each. It does not reject. */
type Call<Outcome> = (how: TimedSending, onLost: () => void) => Promise<readonly Arrival<Outcome>[]>

export const isBusy = (trip: Trip<unknown, unknown>): boolean => trip.answeredAt === undefined && !trip.isLost

export function useTrips<Slot, About, Outcome>() {
  type Trips = ReadonlyMap<Slot, Trip<About, Outcome>>
  const [trips, setTrips] = useState<Trips>(new Map())
  const latest = useRef(new Map<Slot, string>())
  const withdrawn = useRef(new Set<string>())
  const change = (place: Slot, id: string, to: Partial<Trip<About, Outcome>>) =>
    setTrips((before) => {
      // A later order has taken its place.
      const held = before.get(place)
      return held?.id === id ? new Map(before).set(place, { ...held, ...to }) : before
    })
  const send = async (orders: readonly Departure<Slot, About>[], call: Call<Outcome>) => {
    const pressedAt = serverNow()
    const how = sendingAt(pressedAt)
    const { notAfter, idempotencyKey: id } = how
    const sent = { id, pressedAt, notAfter, isLost: false, answeredAt: undefined, outcome: undefined }
    setTrips((before) => {
      const next = new Map(before)
      // The newest is last.
      for (const { place } of orders) next.delete(place)
      for (const { place, about } of orders) next.set(place, { ...sent, about })
      return next
    })
    for (const { place } of orders) latest.current.set(place, id)
    let wasLost = false
    const arrivals = await call(how, () => {
      wasLost = true
      for (const { place, message } of orders) {
        change(place, id, { isLost: true })
        if (message !== undefined) toast({ ...message, tone: 'warn', text: lostText(notAfter) })
      }
    })
    const answeredAt = serverNow()
    for (const [index, { place }] of orders.entries()) {
      const arrival = arrivals[index]
      change(place, id, { answeredAt, outcome: arrival?.outcome })
      if (withdrawn.current.has(`${String(place)} ${id}`)) await arrival?.cancel?.()
    }
    return { wasLost, isLatest: orders.every(({ place }) => latest.current.get(place) === id) }
  }
  /** Returns the order that is withdrawn. Undefined if none is on its way there. */
  const withdraw = (place: Slot): Trip<About, Outcome> | undefined => {
    const trip = trips.get(place)
    if (trip === undefined || trip.answeredAt !== undefined) return undefined
    withdrawn.current.add(`${String(place)} ${trip.id}`)
    change(place, trip.id, { isWithdrawn: true })
    return trip
  }
  /** Forgets the orders that have a response. */
  const clear = () => setTrips((before) => new Map([...before].filter(([, { answeredAt }]) => answeredAt === undefined)))
  return { trips, send, withdraw, clear }
}
