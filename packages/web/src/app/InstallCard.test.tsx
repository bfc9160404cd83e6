import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { followInstalling } from '../live/installing.ts'
import { openApp, personOf } from '../../test/screen/screen.tsx'

// Listens once for the browser's offer, as the page does at its start.
beforeAll(followInstalling)

/** The browser's offer to install the page, and the person's answer to the browser's question. */
function offer(outcome: 'accepted' | 'dismissed'): void {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    ...{ prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome }) },
  })
  dispatchEvent(event)
  // Without this, the browser shows its own bar as well.
  expect(event.defaultPrevented).toBe(true)
}
const card = () => screen.findByRole('region', { name: 'Install Parley' })
const isGone = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Install Parley' })).toBeNull())
const kept = () => localStorage.getItem('install-dismissed')

// Proves A 10.23, T 2.32, T 2.33, T 4.15.
it('the install card can be put off for a week or dismissed for good, and disappears when Parley is installed', async () => {
  const { user } = openApp('/', personOf())
  await screen.findByRole('heading', { name: 'Unified Markets' })
  const click = async (name: string) => user.click(within(await card()).getByRole('button', { name }))
  offer('dismissed')
  await click('Install')
  await within(await card()).findByText('Parley was not installed. You can try again.')
  await click('Not now')
  await isGone()
  expect((Number(kept()) - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
  offer('accepted')
  expect(screen.queryByRole('region', { name: 'Install Parley' })).toBeNull()

  localStorage.setItem('install-dismissed', `${Date.now() - 1}`)
  offer('accepted')
  await click("Don't Show")
  await isGone()
  expect(kept()).toBe('for-ever')

  localStorage.removeItem('install-dismissed')
  offer('accepted')
  await click('Install')
  await within(await card()).findByText('Parley is being installed.')
  dispatchEvent(new Event('appinstalled'))
  await isGone()
  await screen.findByText('Parley is installed')
})
