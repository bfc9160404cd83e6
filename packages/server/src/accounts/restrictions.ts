/** Restricted countries, and networks from which only a few RFQs may be sent (rulebook 2.28). The operator maintains the list. */
import { countries, type Country } from '@parley/contracts'
import type { Instant } from '@parley/core'
import type { Book } from './accounts-snapshot.ts'
import { commandLine, withReason, type Author } from '../audit/author.ts'
import type { Change } from './still-may.ts'
import { accountLimits } from './limits.ts'
import { createCover, networkOf } from './networks.ts'
import type { Restriction } from './rows.ts'

export type Origin = {
  readonly address: string
  /** The country, as our own proxy reports it. */
  readonly region?: string | null | undefined
}

export interface Restrictions {
  /** Every known country, and whether residents may join. */
  countries(): readonly (Country & { readonly isBlocked: boolean })[]
  /** Whether users who sign in from there may send only a few RFQs: the network is listed, or the country is restricted. */
  isRestricted(origin: Origin): boolean
  /** Returns the stored spelling. An existing entry is left unchanged. */
  restrict(kind: Restriction['kind'], value: string, now: Instant, author?: Author): Promise<string>
  /** Throws if it is not on the list. */
  lift(kind: Restriction['kind'], value: string, now: Instant, author?: Author): Promise<string>
}

/** Thrown if a restriction cannot be set or lifted. The message describes what would be accepted. */
export class RestrictionProblem extends Error {}

type Picture = { readonly of: readonly Restriction[]; readonly blocked: ReadonlySet<string>; readonly covers: (address: string) => boolean }

export function createRestrictions(book: Book): Restrictions {
  let last: Picture | undefined
  const picture = (): Picture => {
    const { restrictions } = book.accounts
    if (last?.of !== restrictions) last = pictureOf(restrictions)
    return last
  }
  const has = (kind: Restriction['kind'], value: string) =>
    book.accounts.restrictions.some((row) => row.kind === kind && row.value === value)
  const change = (action: string, { kind, value }: Restriction, now: Instant, author: Author): Change => ({
    at: now,
    actor: author.actor,
    action,
    object: value,
    detail: withReason(author, { kind }),
  })

  return {
    countries: () => countries.map((country) => ({ ...country, isBlocked: picture().blocked.has(country.code) })),
    isRestricted: ({ address, region }) => picture().covers(address) || (typeof region === 'string' && picture().blocked.has(region)),
    async restrict(kind, text, now, author = commandLine) {
      const value = spelled(kind, text)
      if (has(kind, value)) return value
      if (book.accounts.restrictions.length >= accountLimits.restrictions)
        throw new RestrictionProblem(`The list has ${accountLimits.restrictions} entries, which is the maximum. Lift one first.`)
      await book.change(
        change('Restrict', { kind, value }, now, author),
        (tx) => tx`insert into restriction (kind, value, created_at) values (${kind}, ${value}, ${now}) on conflict do nothing`,
      )
      return value
    },
    async lift(kind, text, now, author = commandLine) {
      const value = spelled(kind, text)
      if (!has(kind, value)) throw new RestrictionProblem(`${value} is not on the list.`)
      await book.change(
        change('LiftRestriction', { kind, value }, now, author),
        (tx) => tx`delete from restriction where kind = ${kind} and value = ${value}`,
      )
      return value
    },
  }
}

const pictureOf = (restrictions: readonly Restriction[]): Picture => {
  const of = (kind: Restriction['kind']) => restrictions.filter((row) => row.kind === kind).map(({ value }) => value)
  return { of: restrictions, blocked: new Set(of('country')), covers: createCover(of('address')) }
}

function spelled(kind: Restriction['kind'], text: string): string {
  switch (kind) {
    case 'country': {
      const code = text.trim().toUpperCase()
      if (!countries.some((country) => country.code === code))
        throw new RestrictionProblem(`${text} is not a known country. Use a two-letter code, such as KP.`)
      return code
    }
    case 'address': {
      const network = networkOf(text)
      if (network === undefined)
        throw new RestrictionProblem(`${text} is not an IP address or a network. Use a form like 203.0.113.7 or 2001:db8::/32.`)
      return network
    }
  }
}
