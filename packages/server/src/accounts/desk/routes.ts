/** The calls about a desk, by topic. */
import type { Route } from '../../calls/route.ts'
import { counterpartyRoutes } from './counterparty-routes.ts'
import { recapFormatRoute } from './recap-format.ts'
import type { DeskServices } from './desk-services.ts'
import { keyRoutes } from './key-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { venueAccountRoutes } from './venue-account-routes.ts'

export const deskRoutes = (services: DeskServices): readonly Route[] => [
  ...memberRoutes(services),
  ...keyRoutes(services),
  ...venueAccountRoutes(services),
  ...counterpartyRoutes(services),
  recapFormatRoute(services.book),
]
