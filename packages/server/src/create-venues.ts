/** The adapters of the venues that an installation connects. */
import { createBitcomVenue, createBybitVenue, createDeribitVenue, createParadexVenue, type ParadexVenue, type Venue } from '@parley/venues'
import type { VenuesSetting } from './settings.ts'

type VenueLog = (message: string, details?: Readonly<Record<string, unknown>>) => void

/** The perpetuals venue, if the installation names one. */
export const createPerpetualsVenue = ({ paradex }: Pick<VenuesSetting, 'paradex'>, log: VenueLog): ParadexVenue | undefined =>
  paradex === undefined ? undefined : createParadexVenue({ ...paradex, log })

export function createVenues({ codes, deribitUrl, bybit, bitcom }: VenuesSetting, log: VenueLog): readonly Venue[] {
  const adapters: Readonly<Record<VenuesSetting['codes'][number], () => Venue>> = {
    DBT: () => createDeribitVenue({ url: deribitUrl, log }),
    BYB: () => createBybitVenue({ ...bybit, log }),
    BIT: () => createBitcomVenue({ ...bitcom, log }),
  }
  return codes.map((code) => adapters[code]())
}
