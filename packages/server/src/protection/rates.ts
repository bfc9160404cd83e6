/**
 * The rates of the public API. The published rate of POST rfqs is one in three seconds; ours lets a desk send a burst first, so that a
 * person who asks for several structures in a row is not held up, and settles at the published rate.
 */
import type { Rate } from './rate-limit.ts'

export const rates = {
  requestsPerDesk: { perSecond: 500, burst: 500 },
  rfqsPerDesk: { perSecond: 1 / 3, burst: 60 },
  /** Only failures count. */
  failedSignInsPerAccount: { perSecond: 1 / 30, burst: 10 },
  signInsPerAddress: { perSecond: 1, burst: 100 },
  framesPerSocket: { perSecond: 200, burst: 2000 },
} as const satisfies Record<string, Rate>

export type Rates = Readonly<Record<keyof typeof rates, Rate>>
