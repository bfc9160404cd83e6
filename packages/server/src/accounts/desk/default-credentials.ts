/** A desk's accounts by the venue's published name, and each person's own default among them. */
import type { VenueCredentialView } from '@parley/contracts'
import { refuse, type DeskId, type Refusal, type UserId, type VenueCode } from '@parley/core'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { memberDefaultKey, type Accounts, type VenueAccountRow } from '../rows.ts'

/** Every venue the published calls know, with ours where a desk may have accounts; the others have none and never had. */
const published = {
  deribit: { field: 'default_deribit_api_credential_id', venue: 'DBT' },
  cme: { field: 'default_cme_clearing_account_id', venue: undefined },
  bitcom: { field: 'default_bitcom_api_credential_id', venue: 'BIT' },
  bybit: { field: 'default_bybit_api_credential_id', venue: 'BYB' },
  ribbon: { field: 'default_ribbon_api_credential_id', venue: undefined },
  friktion: { field: 'default_friktion_api_credential_id', venue: undefined },
  ftx: { field: 'default_ftx_api_credential_id', venue: undefined },
} as const satisfies Record<string, { readonly field: string; readonly venue: VenueCode | undefined }>

type Published = keyof typeof published
/** Paradex has credentials and no default of its own in the published call. */
export type PublishedVenue = Published | 'paradex'
export type DefaultField = (typeof published)[Published]['field']
export type TradingState = { readonly [Field in DefaultField]?: string | null | undefined }

const names = Object.keys(published) as readonly Published[]
const venueOf = (name: PublishedVenue): VenueCode | undefined => (name === 'paradex' ? undefined : published[name].venue)

const accountsAt = (accounts: Accounts, desk: DeskId, venue: VenueCode | undefined): readonly VenueAccountRow[] =>
  (accounts.venueAccounts.get(desk) ?? []).filter((row) => row.venue === venue)

/** The person's own default at the venue, null where they chose none; undefined where they never chose. */
const ownDefault = (accounts: Accounts, user: UserId, desk: DeskId, name: PublishedVenue): string | null | undefined =>
  accounts.memberDefaults.get(memberDefaultKey(user, desk, name))

/** `is_default` is the person's own default where they chose, else the desk's. */
export function credentialsAt(accounts: Accounts, user: UserId, desk: DeskId, name: PublishedVenue): VenueCredentialView[] {
  const own = ownDefault(accounts, user, desk, name)
  return accountsAt(accounts, desk, venueOf(name)).map(({ id, name: called, isDefault }) => ({
    id,
    name: called,
    is_default: own === undefined ? isDefault : id === own,
  }))
}

export const tradingStateOf = (accounts: Accounts, user: UserId, desk: DeskId): Record<string, string | null> =>
  Object.fromEntries(
    names.map((name) => [published[name].field, credentialsAt(accounts, user, desk, name).find((row) => row.is_default)?.id ?? null]),
  )

export async function chooseDefaults(book: Book, actor: Actor, wanted: TradingState): Promise<Refusal | undefined> {
  const chosen = names.filter((name) => wanted[published[name].field] !== undefined)
  const idOf = (name: Published) => wanted[published[name].field] ?? null
  const unsupported = chosen.find((name) => published[name].venue === undefined)
  if (unsupported !== undefined)
    return refuse('VenueNotSupported', '', `Venue "${unsupported}" not supported`, published[unsupported].field)
  if (chosen.length === 0) return undefined
  const detail = Object.fromEntries(chosen.map((name) => [name, idOf(name) ?? 'none']))
  return changeOrRefuse(book, about(actor, 'ChooseDefaultAccounts', actor.name, detail), async (tx) => {
    for (const name of chosen) {
      const id = idOf(name)
      // The row is locked, because the account may be disconnected at the same time.
      const [account] = await tx`
        select from venue_account where id = ${id} and desk = ${actor.desk} and venue = ${published[name].venue!} and removed_at is null
        for key share`
      if (id !== null && account === undefined)
        return refuse('NotFound', '', 'The desk has no such account at this venue.', published[name].field)
      await tx`
        insert into member_default_account (app_user, desk, venue, venue_account) values (${actor.name}, ${actor.desk}, ${name}, ${id})
        on conflict (app_user, desk, venue) do update set venue_account = excluded.venue_account`
    }
    return 'changed'
  })
}
