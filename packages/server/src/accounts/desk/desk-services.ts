/** The services behind the calls about a desk. */
import type { Access } from '../access.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import type { AccountHealthBook } from '../venue-health/health-book.ts'
import type { KeyEntry } from '../venue-health/enter-key.ts'
import type { AccountWatch } from '../venue-health/account-watch.ts'
import type { Directory } from './directory.ts'
import type { DeskService } from './service.ts'

export type DeskServices = {
  readonly book: Book
  readonly desk: DeskService
  readonly directory: Directory
  readonly sessions: Pick<Sessions, 'of'>
  readonly access: Pick<Access, 'lastUse'>
  readonly health: Pick<AccountHealthBook, 'of'>
  readonly keyEntry: KeyEntry
  readonly watch: Pick<AccountWatch, 'check'>
  /** Set once auctions are open: the symbol of the bidding token of a live auction, by its address. */
  readonly tokens: { symbolOf?: (address: string) => string | undefined }
  /** The addresses from which venues are called. */
  readonly ourAddresses: readonly string[]
}
