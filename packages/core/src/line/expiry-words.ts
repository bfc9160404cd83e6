/** Expiries as people shorten them: `Dec`, `Dec26`, `25 Dec`. If several listed expiries match, the person chooses. */
import { dayOf, formatVenueExpiry } from '../catalogue/calendar.ts'
import type { Instant } from '../ids.ts'
import { MAX_NAMED_EXPIRIES } from './limits.ts'
import type { Listing } from './listing.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
export const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

type Shortened = { readonly day?: number | undefined; readonly month: string; readonly year?: number | undefined }

/** The listed expiries that it can mean. For each year, the last of the month is first, because desks name it by its month. */
export function expiriesLike({ day, month, year }: Shortened, listing: Listing): readonly Instant[] {
  const wanted = months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const fitting = listing.expiries.filter((at) => {
    const date = dayOf(at)
    return date.month === wanted && (day === undefined || date.day === day) && (year === undefined || date.year === 2000 + year)
  })
  return fitting.toSorted((a, b) => dayOf(a).year - dayOf(b).year || b - a)
}

/** Whether any listed expiry is in the year, given by two digits. */
export const isListedYear = (year: number, listing: Listing): boolean => listing.expiries.some((at) => dayOf(at).year === 2000 + year)

/** Whether it is before every listed expiry, given by two digits. */
export const isPassedYear = (year: number, { expiries: [first] }: Listing): boolean =>
  first !== undefined && 2000 + year < dayOf(first).year

/** The last listed expiry of each month, nearest first: the likely meaning of a line without an expiry. */
export const monthEnds = (listing: Listing): readonly Instant[] =>
  listing.expiries.filter((at, place) => {
    const next = listing.expiries[place + 1]
    return next === undefined || dayOf(next).month !== dayOf(at).month
  })

/** `27NOV26, 25DEC26 and later`: for a sentence. Only listed expiries are named. */
export function namedExpiries({ expiries }: Listing): string {
  const named = expiries.slice(0, MAX_NAMED_EXPIRIES).map(formatVenueExpiry).join(', ')
  return expiries.length > MAX_NAMED_EXPIRIES ? `${named} and later` : named
}
