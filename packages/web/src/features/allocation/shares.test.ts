import { describe, expect, it } from 'vitest'
import { evenShares, givenOut, partsOf, sharesRefusal } from './shares.ts'

const accounts = ['prop-1', 'fund-2', 'fund-3']
const block = { minimum: '25', increment: '0.1' }

describe('5.20 one order over several accounts', () => {
  it.each<[string, Readonly<Record<string, string | undefined>>, string, string | undefined]>([
    ['parts that add up', { 'prop-1': '60', 'fund-2': '40' }, '100', undefined],
    ['one part', { 'prop-1': '100' }, '100', "An allocation must have 2 to 10 parts. For one account, use the order's own account."],
    ['a sum below the quantity', { 'prop-1': '50', 'fund-2': '40' }, '100', 'The parts must add up to 100; they add up to 90.'],
    ['a part below the block', { 'prop-1': '90', 'fund-2': '10' }, '100', 'Each part must be at least the minimum block, 25.'],
    ['a part between increments', { 'prop-1': '50.05', 'fund-2': '49.95' }, '100', 'The quantity of each part must be a multiple of 0.1.'],
    ['a part that cannot be read', { 'prop-1': '100', 'fund-2': undefined }, '100', 'Enter a valid quantity for fund-2.'],
    ['a part that is no number', { 'prop-1': '50', 'fund-2': 'half' }, '100', 'Enter a valid quantity for fund-2.'],
  ])('5.20 %s', (_title, shares, quantity, refused) => {
    expect(sharesRefusal(partsOf(accounts, shares), quantity, block)).toBe(refused)
  })

  it('are shared evenly in whole increments, what is left over to the first', () => {
    const shares = evenShares(accounts, '100', '1')
    expect(shares).toEqual({ 'prop-1': '34', 'fund-2': '33', 'fund-3': '33' })
    expect(givenOut(partsOf(accounts, shares))).toBe('100')
  })

  it('leave out an account with nothing typed', () => {
    expect(partsOf(accounts, { 'prop-1': '60', 'fund-2': ' ', 'fund-3': '40' })).toEqual([
      { account: 'prop-1', quantity: '60' },
      { account: 'fund-3', quantity: '40' },
    ])
  })
})
