/** The adapters of the venues that an installation connects. */
import { createBitcomVenue, createDeribitVenue, type Venue } from '@parley/venues'
import type { VenuesSetting } from './settings.ts'

type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

export function createVenues({ codes, deribitUrl, bitcom }: VenuesSetting, log: VenueLog): readonly Venue[] {
  const adapters: Readonly<Record<VenuesSetting['codes'][number], () => Venue>> = {
    DBT: () => createDeribitVenue({ url: deribitUrl, log }),
    BIT: () => createBitcomVenue({ ...bitcom, log }),
  }
  return codes.map((code) => adapters[code]())
}
