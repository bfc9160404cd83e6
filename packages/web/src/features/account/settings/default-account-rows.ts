/** The list of default accounts at a venue: a row for all products, and one for each. */
import {
  defaultAccountFor,
  products,
  shortAccountLabel,
  venues,
  type Product,
  type ProductCode,
  type TradingAccount,
  type VenueCode,
} from '@parley/core'

export const NO_DEFAULT_ACCOUNT = 'No Default Account'
export const NO_DEFAULT_WARNING = 'No Default Account - 1-Click Trading has been disabled'

type Preferences = Readonly<Record<string, unknown>>
type Account = TradingAccount & { readonly name: string }

export type DefaultAccountRow = {
  readonly product: ProductCode | 'all'
  readonly title: string
  readonly text: string
  /** Undefined means no default account, and the row is invalid. */
  readonly account: Account | undefined
}

export const productsAt = (venue: VenueCode): readonly Product[] =>
  products.filter((product) => product.venue === venue && !product.isDisabled)

/** Rows that contain the search text. *all products* and *primary* find the row of all products. */
export function defaultAccountRows(
  preferences: Preferences,
  accounts: readonly Account[],
  venue: VenueCode,
  search: string,
): readonly DefaultAccountRow[] {
  const typed = search.trim().toLowerCase()
  const finds = (...words: readonly string[]) => words.some((word) => word.toLowerCase().includes(typed))
  const all = productsAt(venue)
  const primary: DefaultAccountRow = {
    product: 'all',
    title: 'All Products',
    text: `${venue} · ${all.length} ${all.length === 1 ? 'product' : 'products'}`,
    account: defaultAccountFor(preferences, accounts, venue),
  }
  return [
    ...(finds('all products', 'primary') ? [primary] : []),
    ...all
      .filter(({ code, shortName, longName }) => finds(code, shortName, longName))
      .map(({ code, shortName }) => ({
        product: code,
        title: shortName,
        text: code,
        account: defaultAccountFor(preferences, accounts, venue, code),
      })),
  ]
}

/**
 * The missing defaults: the venue itself if it has no default, otherwise each product without one. A venue without accounts has nothing to choose.
 */
export function missingAt(preferences: Preferences, accounts: readonly Account[], venue: VenueCode): number {
  if (!accounts.some((account) => account.venue === venue)) return 0
  const [primary, ...others] = defaultAccountRows(preferences, accounts, venue, '')
  return primary?.account === undefined ? 1 : others.filter(({ account }) => account === undefined).length
}

export const venueLabel = (venue: VenueCode): string => shortAccountLabel(venues[venue].displayCode)

/** A product that is set to the venue's own account follows the venue's default from then on. */
export const choiceOf = (row: DefaultAccountRow['product'], chosen: string, primary: string | undefined): string | null | undefined =>
  chosen === '' ? null : row !== 'all' && chosen === primary ? undefined : chosen

export const accountOptions = (accounts: readonly Account[], venue: VenueCode) => [
  ...accounts.filter((account) => account.venue === venue).map(({ id, name }) => ({ value: id, label: shortAccountLabel(name) })),
  { value: '', label: NO_DEFAULT_ACCOUNT },
]
