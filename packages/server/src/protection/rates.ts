/** The rates of the public API, as an installation may set them. */
import type { wireRates } from '@parley/contracts'
import type { Rate } from './rate-limit.ts'

export type Rates = Readonly<Record<keyof typeof wireRates, Rate>>
