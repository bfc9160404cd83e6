/** Maps values to positions on a bar, in percent of its width, with space at both ends. Pure. */
const ROOM = 0.04

export function scaleOf(values: readonly number[]): (value: number) => number {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const span = most - least
  if (span === 0) return () => 50
  return (value) => (ROOM + ((value - least) / span) * (1 - 2 * ROOM)) * 100
}
