/** The ticks on the two axes of a pay-off: strikes below, round amounts at the side. Pure. */

/** Round amounts from the lowest to the highest value, including zero: steps of 1, 2 or 5 times a power of ten. */
export function moneyTicks(low: number, high: number): readonly number[] {
  const range = high - low
  if (!(range > 0)) return [0]
  const power = 10 ** Math.floor(Math.log10(range / 3))
  const step = power * ([1, 2, 5].find((one) => one * power >= range / 4) ?? 10)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step)
}

/** The positions with room for their labels. The first and the last have priority. */
export function withRoom<T>(places: readonly T[], xOf: (place: T) => number, room: number): readonly T[] {
  const kept: T[] = []
  for (const place of [...places.slice(0, 1), ...places.slice(1).reverse()])
    if (kept.every((other) => Math.abs(xOf(other) - xOf(place)) >= room)) kept.push(place)
  return kept.toSorted((a, b) => xOf(a) - xOf(b))
}
