/** A bar on which all of these have their places, with room at both ends; per cent of its width. Pure. */
const ROOM = 0.04

export function scaleOf(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const span = most - least
  if (span === 0) return () => 50
  return (value) => (ROOM + ((value - least) / span) * (1 - 2 * ROOM)) * 100
}
