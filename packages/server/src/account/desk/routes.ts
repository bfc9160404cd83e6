/** The calls about a desk, by what they are about. */
import type { Route } from '../../http/route.ts'
import type { Access } from '../access.ts'
import type { Book } from '../book.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import type { Directory } from './directory.ts'
import { counterpartyRoutes } from './counterparty-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { memberRoutes } from './member-routes.ts'
import type { DeskService } from './service.ts'
import { venueAccountRoutes } from './venue-account-routes.ts'

export type DeskParts = {
  readonly book: Book
  readonly desk: DeskService
  readonly directory: Directory
  readonly sessions: Pick<Sessions, 'of'>
  readonly access: Pick<Access, 'lastUse'>
}

export const deskRoutes = (parts: DeskParts): readonly Route[] => [
  ...memberRoutes(parts),
  ...keyRoutes(parts),
  ...venueAccountRoutes(parts),
  ...counterpartyRoutes(parts),
]
