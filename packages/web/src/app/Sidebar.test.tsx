/** The entries of the side bar, and who has the prime logo. */
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, personOf } from '../../test/screen/screen.tsx'

// Proves A 10.4, T 1.2, T 2.12, T 2.14, T 2.15, T 2.17, T 2.19, T 2.20, T 6.5.
it.each([
  ['prime_viewer', 1],
  ['trader', 0],
] as const)('the side bar of a %s has every market, and %i prime logos', async (role, logos) => {
  openApp('/', personOf({ role }))
  const bar = within(await screen.findByRole('navigation', { name: 'Markets and settings' }))
  const entries = ['Unified Markets', 'Delta-1 Spreads', 'PerpetualsHOT', 'Defi Auctions', 'Leaderboard', 'Help']
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(entries)
  expect(bar.queryAllByRole('img', { name: 'Prime' })).toHaveLength(logos)
})
