/** Scales and round ticks for charts. Pure. */
export type Span = readonly [from: number, to: number]

/** With padding at both ends. A single value also has a span. */
export function spanOf(values: readonly number[]): Span {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1
  return [low - room, high + room]
}

export const scale =
  ([from, to]: Span, [start, end]: Span) =>
  (value: number): number =>
    start + ((value - from) / (to - from || 1)) * (end - start)

const STEPS = [1, 2, 2.5, 5, 10] as const

/** About this many round numbers within a span. */
export function roundTicks([from, to]: Span, about: number): readonly number[] {
  const rough = (to - from) / about
  if (!(rough > 0) || !Number.isFinite(rough)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = STEPS.find((one) => one * power >= rough)! * power
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.floor(to / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, place) => Number(((first + place) * step).toPrecision(10)))
}
