/**
 * Times to the first quote as counts on a fixed scale (rulebook 20.5). Counts of several days can be added, and the median of the sum is the median
 * of all of them, to within an eighth.
 */
const FIRST_MS = 50
const STEPS_TO_A_DOUBLING = 3
const edgeAt = (step: number): number => FIRST_MS * 2 ** (step / STEPS_TO_A_DOUBLING)

/** From 50 ms to three quarters of an hour. Anything faster or slower is counted in the first or last step. */
export const RESPONSE_STEPS = 48

const edges = Array.from({ length: RESPONSE_STEPS }, (_, step) => edgeAt(step))

/** The first step that does not end before it. */
export function responseStep(ms: number): number {
  const step = edges.findIndex((edge) => ms <= edge)
  return step === -1 ? RESPONSE_STEPS - 1 : step
}

/** The time within which this share of the responses came, in ms: the middle of its step. Undefined if there are none. */
export function responseQuantile(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const place = Math.max(1, Math.ceil(total * share))
  let passed = 0
  const step = counts.findIndex((count) => (passed += count) >= place)
  return Math.round(step === 0 ? FIRST_MS : edgeAt(step - 0.5))
}
