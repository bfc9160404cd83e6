/** The account that a person trades with by default: by product, or else by venue. */
import type { ProductCode } from '../catalogue/product.ts'
import { products } from '../catalogue/products.ts'
import type { VenueCode } from '../catalogue/venue.ts'
import { venueCodes } from '../catalogue/venues.ts'

/** The venues that have default accounts, in the order of their tabs. */
export const accountVenues: readonly VenueCode[] = ['DBT', 'BYB', 'BIT']

/** Those venues, and every other venue where the desk has an account. */
export const accountVenuesOf = (accounts: readonly Pick<TradingAccount, 'venue'>[]): readonly VenueCode[] =>
  [...accountVenues, ...venueCodes].filter(
    (venue, place, all) =>
      all.indexOf(venue) === place && (accountVenues.includes(venue) || accounts.some((account) => account.venue === venue)),
  )

export type TradingAccount = { readonly id: string; readonly venue: VenueCode; readonly isDefault: boolean }

/** The id of an account, or null if the person chose none. An absent entry means no choice: the product follows its venue. */
export type AccountChoice = string | null
export type VenueDefaults = { readonly all?: AccountChoice; readonly products: Readonly<Record<ProductCode, AccountChoice>> }
export type DefaultAccounts = Readonly<Record<VenueCode, VenueDefaults>>

type Preferences = Readonly<Record<string, unknown>>

const ALL = 'all'

/** Reads `preferences.defaultAccounts`. Malformed entries count as no choice. */
export function defaultAccountsOf(preferences: Preferences): DefaultAccounts {
  const kept = recordOf(preferences['defaultAccounts'])
  return fromVenues((venue) => {
    const choices = recordOf(kept[venue])
    const own = products.filter((product) => product.venue === venue && isChoice(choices[product.code]))
    return {
      ...(isChoice(choices[ALL]) ? { all: choices[ALL] } : {}),
      products: Object.fromEntries(own.map(({ code }) => [code, choices[code] as AccountChoice])),
    }
  })
}

/** The default account of a product: the one chosen for it, or else for its venue, or else the only one available. Undefined for none. */
export function defaultAccountFor<Account extends TradingAccount>(
  preferences: Preferences,
  accounts: readonly Account[],
  venue: VenueCode,
  product?: ProductCode,
): Account | undefined {
  const mine = accounts.filter((account) => account.venue === venue)
  const choices = defaultAccountsOf(preferences)[venue]
  const own = product === undefined ? undefined : choices.products[product]
  if (own === null) return undefined
  const found = mine.find(({ id }) => id === own)
  if (found !== undefined) return found
  return choices.all === undefined ? unchosen(mine) : mine.find(({ id }) => id === choices.all)
}

/**
 * The default account for products that settle together, including hedges. A block settles in one account, so all products need the same default.
 * Undefined if one has none or if they differ.
 */
export function defaultAccountForAll<Account extends TradingAccount>(
  preferences: Preferences,
  accounts: readonly Account[],
  venue: VenueCode,
  codes: readonly ProductCode[],
): Account | undefined {
  if (codes.length === 0) return defaultAccountFor(preferences, accounts, venue)
  const [first, ...others] = codes.map((code) => defaultAccountFor(preferences, accounts, venue, code))
  return others.every((account) => account?.id === first?.id) ? first : undefined
}

/** The preferences with one more choice and nothing else changed. `undefined` makes a product follow its venue again. */
export function withDefaultAccount(
  preferences: Preferences,
  venue: VenueCode,
  product: ProductCode | 'all',
  choice: AccountChoice | undefined,
): Preferences {
  const kept = recordOf(preferences['defaultAccounts'])
  const { [product]: _before, ...others } = recordOf(kept[venue])
  const next = choice === undefined ? others : { ...others, [product]: choice }
  return { ...preferences, defaultAccounts: { ...kept, [venue]: next } }
}

/** Migrates a person's preferences once; undefined if that has already happened. */
export function migrateDefaultAccounts(preferences: Preferences, accounts: readonly TradingAccount[]): Preferences | undefined {
  if (preferences['defaultAccountsMigrated'] === true) return undefined
  const before = defaultAccountsOf(preferences)
  const after = fromVenues((venue): VenueDefaults => {
    const mine = accounts.filter((account) => account.venue === venue)
    const isThere = (choice: AccountChoice | undefined) => mine.some(({ id }) => id === choice)
    const { all, products: own } = before[venue]
    const primary = isThere(all) ? all : unchosen(mine)?.id
    return {
      ...(primary === undefined ? {} : { all: primary }),
      products: Object.fromEntries(Object.entries(own).filter(([, choice]) => choice === null || isThere(choice))),
    }
  })
  const kept = recordOf(preferences['defaultAccounts'])
  return { ...preferences, defaultAccounts: { ...kept, ...toPreferences(after, accountVenuesOf(accounts)) }, defaultAccountsMigrated: true }
}

const LABEL_CHARACTERS = 18
const LABEL_ENDS = 7

/** The name of an account as a narrow selector shows it. */
export const shortAccountLabel = (label: string): string =>
  label.length > LABEL_CHARACTERS ? `${label.slice(0, LABEL_ENDS)}...${label.slice(-LABEL_ENDS)}` : label

/** The venue's default, or the only account. */
const unchosen = <Account extends TradingAccount>(mine: readonly Account[]): Account | undefined =>
  mine.find(({ isDefault }) => isDefault) ?? (mine.length === 1 ? mine[0] : undefined)

const fromVenues = (defaultsOf: (venue: VenueCode) => VenueDefaults): DefaultAccounts =>
  Object.fromEntries(venueCodes.map((venue) => [venue, defaultsOf(venue)])) as Record<VenueCode, VenueDefaults>

const toPreferences = (defaults: DefaultAccounts, kept: readonly VenueCode[]): Preferences =>
  Object.fromEntries(
    kept.map((venue) => {
      const { all, products: own } = defaults[venue]
      return [venue, { ...(all === undefined ? {} : { [ALL]: all }), ...own }]
    }),
  )

const isChoice = (value: unknown): value is AccountChoice => value === null || typeof value === 'string'

const recordOf = (value: unknown): Preferences =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Preferences) : {}
