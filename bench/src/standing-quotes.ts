/** The open quotes while some of their makers are disconnected, and the time until a maker's takers have read that its quotes are gone. */

/** A quote that a maker's process keeps open and amends. */
export type LoadedQuote = {
  /** The index of its maker's socket. */
  readonly maker: number
  readonly rfqId: string
  readonly orderId: string
  readonly accessKey: string
  readonly secretKey: string
  readonly instrumentId: number
  readonly prices: readonly string[]
}

export type StandingQuotes = {
  /** The quote at this index; undefined while there is none. */
  orderAt(place: number): string | undefined
  /** The RFQs in which the maker has a quote. */
  placesOf(maker: number): readonly number[]
  stand(place: number, orderId: string): void
  /** A taker has just read this notification. */
  isGone(orderId: string): void
  /** Call this when the maker is disconnected. Waits until its takers have read that each of its quotes is gone, up to a time limit. */
  cut(maker: number): Promise<void>
  /** Discards the measurements so far. */
  forget(): void
  figures(): GoneFigures
}
export type GoneFigures = {
  /** The time from the disconnect to the message on a taker's socket. */
  readonly goneMs: readonly number[]
  /** Quotes that no taker read as cancelled in time. */
  readonly left: number
}

const GONE_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 50

export function createStandingQuotes(quotes: readonly LoadedQuote[]): StandingQuotes {
  const orders = quotes.map(({ orderId }): string | undefined => orderId)
  const places = new Map(quotes.map(({ orderId }, place) => [orderId, place]))
  /** Quotes of disconnected makers that no taker has read as cancelled yet. */
  const cutAt = new Map<string, number>()
  let goneMs: number[] = []
  let left = 0
  const placesOf = (maker: number) => quotes.flatMap((quote, place) => (quote.maker === maker ? [place] : []))
  return {
    orderAt: (place) => orders[place],
    placesOf,
    stand(place, orderId) {
      orders[place] = orderId
      places.set(orderId, place)
    },
    isGone(orderId) {
      const place = places.get(orderId)
      if (place === undefined) return
      places.delete(orderId)
      orders[place] = undefined
      const since = cutAt.get(orderId)
      if (since === undefined) return
      cutAt.delete(orderId)
      goneMs.push(performance.now() - since)
    },
    async cut(maker) {
      const now = performance.now()
      const ids = placesOf(maker).flatMap((place) => orders[place] ?? [])
      for (const id of ids) cutAt.set(id, now)
      for (const place of placesOf(maker)) orders[place] = undefined
      while (ids.some((id) => cutAt.has(id)) && performance.now() < now + GONE_WITHIN_MS)
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      for (const id of ids) if (cutAt.delete(id)) left += 1
    },
    forget() {
      goneMs = []
      left = 0
    },
    figures: () => ({ goneMs, left }),
  }
}
