/** The adapters of the venues that an installation connects. */
import { createBitcomVenue, createBybitVenue, createDeribitVenue, type Venue } from '@parley/venues'
import type { VenuesSetting } from './settings.ts'

type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

export function createVenues({ codes, deribitUrl, bybit, bitcom }: VenuesSetting, log: VenueLog): readonly Venue[] {
  const adapters: Readonly<Record<VenuesSetting['codes'][number], () => Venue>> = {
    DBT: () => createDeribitVenue({ url: deribitUrl, log }),
    BYB: () => createBybitVenue({ ...bybit, log }),
    BIT: () => createBitcomVenue({ ...bitcom, log }),
  }
  return codes.map((code) => adapters[code]())
}
