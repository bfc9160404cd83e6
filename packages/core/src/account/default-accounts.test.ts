import { describe, expect, it } from 'vitest'
import type { VenueCode } from '../catalogue/venue.ts'
import {
  defaultAccountFor,
  defaultAccountForAll,
  defaultAccountsOf,
  migrateDefaultAccounts,
  shortAccountLabel,
  withDefaultAccount,
  type TradingAccount,
} from './default-accounts.ts'

const account = (id: string, venue: VenueCode, mark?: 'default'): TradingAccount => ({ id, venue, isDefault: mark === 'default' })
const main = account('main', 'DBT', 'default')
const second = account('second', 'DBT')
const only = account('only', 'BYB')

type Case = [given: string, chosen: unknown, accounts: TradingAccount[], product: string | undefined, then: string | undefined]

describe('the default account of a product', () => {
  // Proves T 4.31.
  it.each<Case>([
    ["the product's own stands before the venue's", { DBT: { all: 'main', DO: 'second' } }, [main, second], 'DO', 'second'],
    ['a product that has none follows its venue', { DBT: { all: 'main', DO: 'second' } }, [main, second], 'EH', 'main'],
    ['a product whose own is gone follows its venue', { DBT: { all: 'second', DO: 'gone' } }, [main, second], 'DO', 'second'],
    ['a product of which none was chosen has none', { DBT: { all: 'main', DO: null } }, [main, second], 'DO', undefined],
    ['a venue of which none was chosen has none', { DBT: { all: null } }, [main, second], 'DO', undefined],
    ['of a venue of which none was chosen a product may have one', { DBT: { all: null, DO: 'main' } }, [main, second], 'DO', 'main'],
    [
      "a venue's choice that is gone is none: another account is never taken unasked",
      { DBT: { all: 'gone' } },
      [main, second],
      'DO',
      undefined,
    ],
    ["nobody chose: the venue's default", {}, [second, main], 'DO', 'main'],
    ['nobody chose, and there is no default: the only account', {}, [second], 'DO', 'second'],
    ['nobody chose, and there are two without a default: none', {}, [second, account('third', 'DBT')], 'DO', undefined],
    ['without a product, the venue', { DBT: { all: 'second', DO: 'main' } }, [main, second], undefined, 'second'],
    ['an account of another venue is no choice', { DBT: { all: 'only' } }, [main, only], 'DO', undefined],
    ['what is not of the form was never chosen', { DBT: { all: 7, DO: ['x'] } }, [main, second], 'DO', 'main'],
    ['what is no record was never chosen', 'DBT', [main, second], 'DO', 'main'],
  ])('%s', (_given, defaultAccounts, accounts, product, then) => {
    expect(defaultAccountFor({ defaultAccounts }, accounts, 'DBT', product)?.id).toBe(then)
  })
})

describe('the default account of a trade', () => {
  it.each<[given: string, chosen: unknown, codes: readonly string[], then: string | undefined]>([
    ['is what every product of it has, that of the hedge among them', { DBT: { all: 'main' } }, ['DO', 'CF'], 'main'],
    ['is none where one product has none, be it the hedge', { DBT: { all: 'main', CF: null } }, ['DO', 'CF'], undefined],
    ['is none where they differ: a block settles in one account', { DBT: { all: 'main', CF: 'second' } }, ['DO', 'CF'], undefined],
    ['is that of both where both were given another', { DBT: { all: 'main', CF: 'second', DO: 'second' } }, ['DO', 'CF', 'DO'], 'second'],
    ['without a product is that of the venue', { DBT: { all: 'second' } }, [], 'second'],
  ])('%s', (_given, defaultAccounts, codes, then) => {
    expect(defaultAccountForAll({ defaultAccounts }, [main, second], 'DBT', codes)?.id).toBe(then)
  })
})

describe('the migration of default accounts', () => {
  // Proves T 4.32.
  it.each([
    ["sets a venue's default to the venue default", {}, [second, main], { DBT: { all: 'main' }, BIT: {}, BYB: {} }],
    ['sets it to the only account', {}, [second, only], { DBT: { all: 'second' }, BIT: {}, BYB: { all: 'only' } }],
    ['leaves it open where there are several and no default', {}, [second, account('third', 'DBT')], { DBT: {}, BIT: {}, BYB: {} }],
    ['keeps a choice that is there', { DBT: { all: 'second' } }, [main, second], { DBT: { all: 'second' }, BIT: {}, BYB: {} }],
    ['replaces a choice that is gone', { DBT: { all: 'gone' } }, [main, second], { DBT: { all: 'main' }, BIT: {}, BYB: {} }],
    [
      'clears product defaults that point to missing accounts',
      { DBT: { all: 'main', DO: 'gone', EH: 'second', CF: null } },
      [main, second],
      { DBT: { all: 'main', EH: 'second', CF: null }, BIT: {}, BYB: {} },
    ],
  ])('%s', (_what, defaultAccounts, accounts, then) => {
    expect(migrateDefaultAccounts({ defaultAccounts, theme: 'light' }, accounts)).toEqual({
      theme: 'light',
      defaultAccounts: then,
      defaultAccountsMigrated: true,
    })
  })

  // Proves A 10.11, T 3.12, T 4.30.
  it('runs once', () => {
    expect(migrateDefaultAccounts({ defaultAccountsMigrated: true, defaultAccounts: { DBT: { all: 'gone' } } }, [main])).toBeUndefined()
    expect(migrateDefaultAccounts(migrateDefaultAccounts({}, [main])!, [second])).toBeUndefined()
  })
})

describe('a choice of a default account', () => {
  const chosen = { defaultAccounts: { DBT: { all: 'main', DO: 'second' }, BIT: {}, BYB: {} }, theme: 'light' }
  it.each([
    ['of a venue', 'all', 'second', { all: 'second', DO: 'second' }],
    ['of none for a venue', 'all', null, { all: null, DO: 'second' }],
    ['of a product', 'EH', 'main', { all: 'main', DO: 'second', EH: 'main' }],
    ['of a product that follows its venue again', 'DO', undefined, { all: 'main' }],
  ] as const)('%s is kept beside the others', (_what, product, choice, then) => {
    expect(withDefaultAccount(chosen, 'DBT', product, choice)).toEqual({
      theme: 'light',
      defaultAccounts: { DBT: then, BIT: {}, BYB: {} },
    })
  })

  // Proves A 3.32, A 3.33.
  it('leaves alone what this version does not know: other venues, other products, other keys', () => {
    const known = { defaultAccounts: { PDX: { all: 'x' }, DBT: { all: 'main', ZZ: 'second' } }, isMatchingDetectionEnabled: false }
    expect(withDefaultAccount(known, 'DBT', 'DO', null)).toEqual({
      defaultAccounts: { PDX: { all: 'x' }, DBT: { all: 'main', ZZ: 'second', DO: null } },
      isMatchingDetectionEnabled: false,
    })
    expect(migrateDefaultAccounts(known, [main])).toMatchObject({
      defaultAccounts: { PDX: { all: 'x' } },
      isMatchingDetectionEnabled: false,
    })
  })

  // Proves A 3.32, A 3.33, T 3.11.
  it('is read again as it was written', () => {
    expect(defaultAccountsOf(withDefaultAccount({}, 'BYB', 'BE', 'only')).BYB).toEqual({ products: { BE: 'only' } })
  })
})

describe('the label of an account', () => {
  // Proves A 10.10, T 2.43.
  it.each([
    ['eighteen-character', 'eighteen-character'],
    ['nineteen-characters', 'ninetee...racters'],
    ['main', 'main'],
    ['', ''],
  ])('%s is shown as %s', (name, shown) => expect(shortAccountLabel(name)).toBe(shown))
})
