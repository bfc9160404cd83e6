/** How long a direct request lives, which is said only where it is not the usual time. */
import type { Rfq } from '@parley/client'
import { RFQ_LIFETIME_MS } from '@parley/core'

/** In milliseconds. */
export const lifetimeOfRfq = ({ goodForSeconds }: Pick<Rfq, 'goodForSeconds'>): number =>
  goodForSeconds === undefined ? RFQ_LIFETIME_MS : goodForSeconds * 1000
