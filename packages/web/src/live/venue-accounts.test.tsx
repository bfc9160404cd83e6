import { accountCalls, catalogueCalls, credentialCalls, deskCalls, directRfqCalls } from '@parley/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, openApp, personOf } from '../../test/screen/screen.tsx'

const accountAt = (name: string) => ({ id: name, name, is_default: true, cannot_settle: null, cannot_ask_makers: null })

// Proves T 3.6, T 6.11.
it('the venues of the builder are those at which the desk has accounts, also after one was removed in another window', async () => {
  const { user, wire } = openApp('/', personOf({ active_products: ['DBT', 'BIT', 'BYB'] }), [
    answer(catalogueCalls.listMarkets, { results: (['DBT', 'BIT', 'BYB'] as const).map((venue) => ({ venue, base_currency: 'BTC' })) }),
    answer(deskCalls.listCounterpartyGroups, { results: [] }),
    answer(directRfqCalls.getMakerHistory, { since: 0, results: [] }),
    answer(credentialCalls.listDeribitCredentials, { results: [accountAt('d')] }),
    answer(credentialCalls.listBitcomCredentials, { results: [accountAt('b')] }),
    answer(credentialCalls.listBybitCredentials, { results: [accountAt('y')] }),
  ])
  await screen.findByText(/^Live/)
  await user.click((await screen.findAllByRole('button', { name: /^New RFQ/ }))[0]!)
  const builder = within(await screen.findByRole('dialog', { name: 'New RFQ' }))
  const venues = () =>
    within(builder.getByRole('radiogroup', { name: 'Venue' }))
      .getAllByRole('radio')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(venues()).toEqual(['DBT', 'BIT', 'BYB']))
  wire.answer(
    answer(credentialCalls.listBybitCredentials, { results: [] }),
    answer(accountCalls.getUser, personOf({ active_products: ['DBT', 'BIT'] })),
  )
  // As when the user returns to this window from the dashboard.
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(venues()).toEqual(['DBT', 'BIT']))
})
