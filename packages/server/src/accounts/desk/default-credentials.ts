/** A desk's accounts by the venue's published name, and each person's own default among them. */
import type { VenueCredentialView } from '@parley/contracts'
import { refuse, makersReason, settleRefusal, venueForms, type AccountVenue, type DeskId, type Refusal, type UserId } from '@parley/core'
import { about, type Actor } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { changeOrRefuse } from '../change-or-refuse.ts'
import { memberDefaultKey, type Accounts, type VenueAccountRow } from '../rows.ts'
import type { HealthRecord } from '../venue-health/health-book.ts'

/** Every venue that the published calls know, with our code for it. */
const published = {
  deribit: { field: 'default_deribit_api_credential_id', venue: 'DBT' },
  cme: { field: 'default_cme_clearing_account_id', venue: 'CME' },
  bitcom: { field: 'default_bitcom_api_credential_id', venue: 'BIT' },
  bybit: { field: 'default_bybit_api_credential_id', venue: 'BYB' },
  ribbon: { field: 'default_ribbon_api_credential_id', venue: 'RBN' },
  friktion: { field: 'default_friktion_api_credential_id', venue: 'FKN' },
  ftx: { field: 'default_ftx_api_credential_id', venue: 'FTX' },
} as const satisfies Record<string, { readonly field: string; readonly venue: AccountVenue }>

type Published = keyof typeof published
/** Paradex has credentials but no default of its own in the published call. */
export type PublishedVenue = Published | 'paradex'
export type DefaultField = (typeof published)[Published]['field']
export type TradingState = { readonly [Field in DefaultField]?: string | null | undefined }
/** The caller of a credentials call, with all known accounts. */
export type Asker = {
  readonly accounts: Accounts
  readonly user: UserId
  readonly desk: DeskId
  readonly healthOf: (account: string) => HealthRecord
  readonly now: number
}
export type WalletFilter = { readonly swap_address?: string | undefined; readonly bidding_token?: string | undefined }

const names = Object.keys(published) as readonly Published[]
const nameOf = (venue: AccountVenue): PublishedVenue => names.find((name) => published[name].venue === venue) ?? 'paradex'

/** Read-only accounts cannot be chosen for a trade. */
const accountsAt = (accounts: Accounts, desk: DeskId, name: PublishedVenue): readonly VenueAccountRow[] => {
  const venue = name === 'paradex' ? 'PRDX' : published[name].venue
  return (accounts.venueAccounts.get(desk) ?? []).filter((row) => row.venue === venue && !row.isReadOnly)
}

/** The user's own default if they chose one, otherwise the desk's. */
export function isDefaultFor(
  { accounts, user, desk }: Pick<Asker, 'accounts' | 'user' | 'desk'>,
  { id, venue, isDefault }: VenueAccountRow,
) {
  const own = accounts.memberDefaults.get(memberDefaultKey(user, desk, nameOf(venue)))
  return own === undefined ? isDefault : id === own
}

export function credentialsAt(asker: Asker, name: PublishedVenue, wanted: WalletFilter = {}): VenueCredentialView[] {
  const { accounts, desk, healthOf, now } = asker
  return accountsAt(accounts, desk, name)
    .filter((row) => isOf(row, 'swap_address', wanted) && isOf(row, 'bidding_token', wanted))
    .map((row) => ({
      id: row.id,
      name: row.name,
      is_default: isDefaultFor(asker, row),
      cannot_settle: settleRefusal({ ...row, proof: healthOf(row.id).proof }, now)?.message ?? null,
      cannot_ask_makers: makersReason(healthOf(row.id).proof) ?? null,
    }))
}

/** Addresses and tokens match in any spelling. */
const isOf = ({ openFields }: VenueAccountRow, field: keyof WalletFilter, wanted: WalletFilter): boolean =>
  wanted[field] === undefined || openFields[field]?.toLowerCase() === wanted[field].toLowerCase()

export const tradingStateOf = (asker: Pick<Asker, 'accounts' | 'user' | 'desk'>): Record<string, string | null> =>
  Object.fromEntries(
    names.map((name) => [
      published[name].field,
      accountsAt(asker.accounts, asker.desk, name).find((row) => isDefaultFor(asker, row))?.id ?? null,
    ]),
  )

/** A member that the published call does not have is refused: the caller would believe that a default was set. */
function unknownRefusal(wanted: TradingState): Refusal | undefined {
  const fields: readonly string[] = names.map((name) => published[name].field)
  const unknown = Object.keys(wanted)
    .find((name) => !fields.includes(name))
    ?.slice(0, 64)
  if (unknown === undefined) return undefined
  const venue = /^default_(.+)_(?:api_credential|clearing_account)_id$/.exec(unknown)?.[1]
  const accepted = `Use ${fields.join(', ')}.`
  return venue === undefined || names.some((name) => name === venue)
    ? refuse('InvalidParams', '', `This call has no such member. ${accepted}`, unknown)
    : refuse('VenueNotSupported', '2.19', `Venue "${venue}" not supported. ${accepted}`, unknown)
}

export async function chooseDefaults(book: Book, actor: Actor, wanted: TradingState): Promise<Refusal | undefined> {
  const unknown = unknownRefusal(wanted)
  if (unknown !== undefined) return unknown
  const chosen = names.filter((name) => wanted[published[name].field] !== undefined)
  if (chosen.length === 0) return undefined
  const idOf = (name: Published) => wanted[published[name].field] ?? null
  const detail = Object.fromEntries(chosen.map((name) => [name, idOf(name) ?? 'none']))
  return changeOrRefuse(book, about(actor, 'ChooseDefaultAccounts', actor.name, detail), async (tx) => {
    for (const name of chosen) {
      const id = idOf(name)
      const { secret, venue, advice } = venueForms[published[name].venue]
      if (id !== null && secret === 'CLOSED')
        return refuse('VenueNotSupported', '2.19', `Venue "${venue}" not supported: ${advice}`, published[name].field)
      // The row is locked, because the account may be disconnected at the same time.
      const [account] = await tx<{ name: string; isReadOnly: boolean }[]>`
        select name, is_read_only as "isReadOnly" from venue_account
        where id = ${id} and desk = ${actor.desk} and venue = ${published[name].venue} and removed_at is null
        for key share`
      if (id !== null && account === undefined)
        return refuse('NotFound', '', 'The desk has no account with this name at this venue.', published[name].field)
      if (account?.isReadOnly === true)
        return refuse(
          'VenueAccountReadOnly',
          '2.21',
          `${account.name} is read-only. Choose an account that can settle trades.`,
          published[name].field,
        )
      await tx`
        insert into member_default_account (app_user, desk, venue, venue_account) values (${actor.name}, ${actor.desk}, ${name}, ${id})
        on conflict (app_user, desk, venue) do update set venue_account = excluded.venue_account`
    }
    return 'changed'
  })
}
