/**
 * Whole screens and parts of them in a test without a product and without a browser: the page's own stores and SDK, on a made-up DOM, with the
 * network answered by the test. A file of such tests is named `.test.tsx`, and looks like this:
 *
 *     import { deskCalls } from '@parley/contracts'
 *     import { screen } from '@testing-library/react'
 *     import { expect, it } from 'vitest'
 *     import { answer, openDashboard, personOf, Refused } from '../../../test/screen/screen.tsx'
 *
 *     it('only an administrator can invite', async () => {
 *       const { user, wire } = openDashboard('/dashboard/members/', personOf({ role: 'viewer' }), [
 *         answer(deskCalls.listMembers, { results: [] }),
 *       ])
 *       const invite = await screen.findByRole('button', { name: /^Invite/ })     // waits for the screen
 *       expect(invite.getAttribute('aria-disabled')).toBe('true')
 *       wire.answer(answer(deskCalls.listMembers, new Refused('Unavailable')))    // from now on
 *       await user.click(screen.getByRole('link', { name: 'Overview' }))          // as a person clicks, presses and types
 *       expect(wire.sentTo(deskCalls.createInvitation)).toEqual([])               // what the page has sent
 *     })
 *
 * `wire.list` and `wire.publish` are the socket's lists and changes. A test fails on its own if the page makes a call that it does not answer, if
 * an answer is not what the contracts allow, or if React or the page writes an error to the console. Nothing is to be closed: that is done here.
 * A browser test (e2e) remains for focus, drawing, sizes and a person's whole path.
 */
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { UserView } from '@parley/contracts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'
import { App } from '../../src/app/App.tsx'
import { ErrorPopup } from '../../src/app/ErrorPopup.tsx'
import { Toasts } from '../../src/components/Toasts.tsx'
import { TooltipProvider } from '../../src/components/Tooltip.tsx'
import { StepUp } from '../../src/features/account/sign-in/StepUp.tsx'
import { Dashboard } from '../../src/features/desk-admin/Dashboard.tsx'
import { keepToken } from '../../src/live/api.ts'
import { resumeSession } from '../../src/live/session.ts'
import type { Answer } from './answers.ts'
import { answersFor, emptyDesk, emptyMarket, personOf } from './people.ts'
import { completeDom } from './dom.ts'
import { resetStores } from './stores.ts'
import { openWire, type Wire } from './wire.ts'

export { answer, noAnswer, noNetwork, Refused } from './answers.ts'
export { flagsOf, noPage, personOf } from './people.ts'

export type Opened = { readonly user: UserEvent; readonly wire: Wire }

/** The person has not signed in yet. */
export const stranger = 'a stranger'
type Person = UserView | typeof stranger

// The same patience as in the other tests (vitest.config.ts): a wait ends at once on a quiet machine.
configure({ asyncUtilTimeout: 45_000, reactStrictMode: false })
completeDom()

let wire: Wire | undefined
let errors: MockInstance<typeof console.error>
let warnings: MockInstance<typeof console.warn>

beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(async () => {
  cleanup()
  const faults = [...(wire?.faults() ?? []), ...errors.mock.calls.map((words) => words.map(String).join(' '))]
  // The page's own way to forget a person: without a token there is no session.
  localStorage.clear()
  sessionStorage.clear()
  await resumeSession()
  wire?.close()
  wire = undefined
  resetStores()
  errors.mockRestore()
  warnings.mockRestore()
  expect(faults).toEqual([])
})

/** The warnings that the page has written to the console. */
export const reported = (): readonly string[] => warnings.mock.calls.map(([words]) => String(words))

function begin(address: string, person: Person, answers: readonly Answer[]): Opened {
  history.replaceState(null, '', address)
  if (person !== stranger) keepToken('the token')
  wire = openWire([...(person === stranger ? [] : answersFor(person)), ...answers])
  return { wire, user: userEvent.setup({ delay: null }) }
}

/** The trader's page at an address. The market is empty if the test does not fill it. */
export function openApp(address: string, person: Person, answers: readonly Answer[] = []): Opened {
  const opened = begin(address, person, [...emptyMarket, ...answers])
  render(<App />)
  return opened
}

/** The dashboard's page at an address. The desk's lists are empty if the test does not give them. */
export function openDashboard(address: string, person: Person, answers: readonly Answer[] = []): Opened {
  const opened = begin(address, person, [...emptyDesk, ...answers])
  render(<Dashboard />)
  return opened
}

/** One part of the trader's page for a person who has signed in, with what surrounds every part: messages, tips and the question for a proof. */
export async function openPart(part: ReactNode, person: UserView = personOf(), answers: readonly Answer[] = []): Promise<Opened> {
  const opened = begin('/', person, answers)
  await resumeSession()
  render(
    <TooltipProvider>
      {part}
      <StepUp />
      <ErrorPopup />
      <Toasts />
    </TooltipProvider>,
  )
  return opened
}
