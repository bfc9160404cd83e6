import { describe, expect, it } from 'vitest'
import { accountOptions, choiceOf, defaultAccountRows, missingAt, productsAt, venueLabel } from './default-account-rows.ts'

const prop = { id: 'a1', venue: 'DBT', name: 'prop-1', isDefault: true } as const
const maker = { id: 'a2', venue: 'DBT', name: 'market-making-desk-2', isDefault: false } as const
const bybit = { id: 'b1', venue: 'BYB', name: 'byb-1', isDefault: false } as const
const bybitToo = { id: 'b2', venue: 'BYB', name: 'byb-2', isDefault: false } as const
const accounts = [prop, maker, bybit, bybitToo]
const chosen = { defaultAccounts: { DBT: { all: 'a1', EH: 'a2', CF: null } } }

const names = (search: string) => defaultAccountRows(chosen, accounts, 'DBT', search).map(({ product }) => product)

describe('the list of default accounts', () => {
  // Proves A 2.82, A 2.83, A 5.39, T 2.40, T 3.19.
  it('shows all products first, then each active product of the venue with the account it uses', () => {
    expect(defaultAccountRows(chosen, accounts, 'DBT', '').map((row) => [row.title, row.text, row.account?.name])).toEqual([
      ['All Products', 'DBT · 4 products', 'prop-1'],
      ['BTC options', 'DO', 'prop-1'],
      ['ETH options', 'EH', 'market-making-desk-2'],
      ['BTC futures', 'CF', undefined],
      ['ETH futures', 'AZ', 'prop-1'],
    ])
  })

  // Proves A 5.40, T 2.39.
  it.each([
    ['all products', ['all']],
    ['Primary', ['all']],
    ['prim', ['all']],
    ['eth', ['EH', 'AZ']],
    ['cf', ['CF']],
    [' Deribit BTC ', ['DO', 'CF']],
    ['nothing', []],
  ])('searched for "%s" shows %j', (search, found) => expect(names(search)).toEqual(found))

  it.each([
    ['one product of which none was chosen', chosen, 'DBT', 1],
    ['a venue with two accounts and no default, as one', chosen, 'BYB', 1],
    ['nothing where the desk has no account to choose', chosen, 'BIT', 0],
    ['nothing where all follow the venue', {}, 'DBT', 0],
  ] as const)('counts as missing %s', (_what, preferences, venue, count) => expect(missingAt(preferences, accounts, venue)).toBe(count))

  it.each([
    ['all', '', 'a1', null],
    ['all', 'a1', 'a1', 'a1'],
    ['DO', '', 'a1', null],
    ['DO', 'a2', 'a1', 'a2'],
    ['DO', 'a1', 'a1', undefined],
  ] as const)('%s given "%s" where the venue has %s keeps %s', (row, value, primary, kept) => {
    expect(choiceOf(row, value, primary)).toBe(kept)
  })

  // Proves A 10.10, T 9.18.
  it('offers the accounts of the venue, long names shortened, and none at all', () => {
    expect(accountOptions(accounts, 'DBT')).toEqual([
      { value: 'a1', label: 'prop-1' },
      { value: 'a2', label: 'market-...-desk-2' },
      { value: '', label: 'No Default Account' },
    ])
  })

  it('has active products at every venue that has a tab', () => {
    for (const venue of ['DBT', 'BYB', 'BIT'] as const) {
      expect(productsAt(venue).length).toBeGreaterThan(0)
      expect(venueLabel(venue)).toBe(venue)
    }
  })
})
