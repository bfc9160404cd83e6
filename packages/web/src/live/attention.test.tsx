import { accountCalls } from '@parley/contracts'
import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, openApp, personOf } from '../../test/screen/screen.tsx'
import { notifyInTitle, notifyOnDesktop } from './attention.ts'
import { signOut, useSession } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

const signedIn = () => waitFor(() => expect(useSession.getState().session.state).toBe('SIGNED_IN'))

describe('a desktop notification', () => {
  // Proves A 3.44.
  it('brings the page to the front with a click, opens its subject and is closed', () => {
    const shown: { readonly title: string; onclick?: () => void; closed: boolean; close(): void }[] = []
    class Shown {
      static permission = 'granted'
      closed = false
      readonly title: string
      constructor(title: string) {
        this.title = title
        shown.push(this)
      }
      close() {
        this.closed = true
      }
    }
    vi.stubGlobal('Notification', Shown)
    const [focused, opened] = [vi.spyOn(window, 'focus').mockReturnValue(), vi.fn()]
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    notifyOnDesktop({ key: 'r_1', title: 'New RFQ', text: 'BTC call spread' }, opened)
    expect([shown.map(({ title }) => title), opened.mock.calls]).toEqual([['New RFQ'], []])
    shown[0]!.onclick!()
    expect([focused.mock.calls.length, opened.mock.calls.length, shown[0]!.closed]).toEqual([1, 1, true])
    vi.mocked(document.hasFocus).mockReturnValue(true)
    notifyOnDesktop({ key: 'r_2', title: 'New RFQ', text: 'BTC put' }, opened)
    expect(shown).toHaveLength(1)
  })
})

describe('the badge of the application', () => {
  // Proves A 4.19.
  it('counts what has not been seen, and a sign-out clears it', async () => {
    openApp('/', personOf(), [answer(accountCalls.logout, {})])
    await signedIn()
    const badge = vi.fn(() => Promise.resolve())
    const cleared = vi.fn(() => Promise.resolve())
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: cleared })
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    notifyInTitle(2)
    expect([badge.mock.calls, document.title]).toEqual([[[2]], '(2) Parley'])
    await signOut()
    expect(cleared).toHaveBeenCalled()
    expect(document.title).toMatch(/^(Welcome to Parley · )?Parley$/)
    delete (navigator as { setAppBadge?: unknown }).setAppBadge
  })
})
