import type { VenueAccountView } from '@parley/contracts'

export const venueName: Readonly<Record<VenueAccountView['venue'], string>> = { DBT: 'Deribit', BYB: 'Bybit', BIT: 'bit.com' }
