import { describe, expect, it } from 'vitest'
import { isOffered, offeredVenues, offerRefusal } from './offer.ts'
import type { VenueCode } from './venue.ts'
import { unifiedVenueCodes } from './venues.ts'

const table: [settlesAt: readonly VenueCode[], offered: string][] = [
  [[], 'DBT BIT BYB'],
  [['DBT'], 'DBT BIT BYB'],
  [['DBT', 'BYB', 'BIT'], 'DBT BIT BYB'],
  [['PRDX'], 'DBT BIT BYB PRDX'],
  [['PRDX', 'DBT'], 'DBT BIT BYB PRDX'],
]

describe('3.23 the unified markets are offered to every desk, Paradex to desks with an account there', () => {
  it.each(table)('3.23 a desk that settles at %j is offered %s', (settlesAt, offered) => {
    expect(offeredVenues(settlesAt).join(' ')).toBe(offered)
    for (const venue of unifiedVenueCodes) expect(offerRefusal(venue, settlesAt)).toBeUndefined()
    expect(isOffered('PRDX', settlesAt)).toBe(offered.includes('PRDX'))
  })

  // Proves T 3.40.
  it('3.23 the refusal states what would be accepted', () => {
    expect(offerRefusal('PRDX', ['DBT'])).toMatchObject({ refused: 'AccountUnknown', rule: '3.23', field: 'venue' })
    expect(offerRefusal('PRDX', ['DBT'])?.message).toMatch(/Paradex.*Connect one/)
    expect(offerRefusal('PRDX', ['PRDX'])).toBeUndefined()
  })
})
