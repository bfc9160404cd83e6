/**
 * Tests a whole screen or a part of it without a server and without a browser. The page runs with its own stores and SDK on a simulated DOM,
 * and the test answers its network requests. Files of such tests end in `.test.tsx`. An example:
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
 *       wire.answer(answer(deskCalls.listMembers, new Refused('Unavailable')))    // changes the answer
 *       await user.click(screen.getByRole('link', { name: 'Overview' }))          // user-event: click, keyboard, type
 *       expect(wire.sentTo(deskCalls.createInvitation)).toEqual([])               // the requests that the page made
 *     })
 *
 * `wire.list` sends a list over the socket, and `wire.publish` a change. A test fails if the page makes a call that the test does not answer, if
 * an answer does not match the contracts, or if React or the page writes an error to the console. Everything is closed after each test.
 * To test a delay, call `passTime()` and then `vi.advanceTimersByTimeAsync`. Use a browser test (e2e) for focus, drawing, sizes and a path over several pages.
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
import { answersFor, answersForStrangers, emptyDesk, emptyMarket, personOf } from './people.ts'
import { completeDom } from './dom.ts'
import { resetStores } from './stores.ts'
import { openWire, type Wire } from './wire.ts'

export { answer, noAnswer, noNetwork, Refused } from './answers.ts'
export { flagsOf, noPage, personOf } from './people.ts'

export type Opened = { readonly user: UserEvent; readonly wire: Wire }

/** A user who has not signed in. */
export const stranger = 'a stranger'
type Person = UserView | typeof stranger

// The same time limit as in the other tests (vitest.config.ts). A wait ends as soon as its condition is true.
configure({ asyncUtilTimeout: 45_000, reactStrictMode: false })

let wire: Wire | undefined
let errors: MockInstance<typeof console.error>
let warnings: MockInstance<typeof console.warn>

function begins(): void {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
}

/** Signs the user out, and fails the test if the page or the test did not keep to the contracts. */
function ends(): void {
  vi.useRealTimers()
  cleanup()
  const faults = [...(wire?.faults() ?? []), ...errors.mock.calls.map((words) => words.map(String).join(' '))]
  keepToken(undefined, 'BROWSER')
  localStorage.clear()
  sessionStorage.clear()
  // Without a token the page signs out and sends no request.
  void resumeSession()
  wire?.close()
  wire = undefined
  resetStores()
  errors.mockRestore()
  warnings.mockRestore()
  expect(faults).toEqual([])
}

/** The set-up of each file calls it: the files share this module, but each file has its own DOM and its own hooks. */
export function watchScreens(): void {
  completeDom()
  beforeEach(begins)
  afterEach(ends)
}

/** Lets the test advance the clock. The clock also advances in real time, so that waits with a timer end. */
export const passTime = (): void => void vi.useFakeTimers({ shouldAdvanceTime: true })

/** The warnings that the page has written to the console. */
export const reported = (): readonly string[] => warnings.mock.calls.map(([words]) => String(words))

function begin(address: string, person: Person, answers: readonly Answer[]): Opened {
  history.replaceState(null, '', address)
  if (person !== stranger) keepToken('the token')
  wire = openWire([...answersForStrangers, ...(person === stranger ? [] : answersFor(person)), ...answers])
  return { wire, user: userEvent.setup({ delay: null }) }
}

/** Opens the trading page at an address. The market is empty unless the test gives it content. */
export function openApp(address: string, person: Person, answers: readonly Answer[] = []): Opened {
  const opened = begin(address, person, [...emptyMarket, ...answers])
  render(<App />)
  return opened
}

/** Opens the dashboard at an address. The desk's lists are empty unless the test gives them content. */
export function openDashboard(address: string, person: Person, answers: readonly Answer[] = []): Opened {
  const opened = begin(address, person, [...emptyDesk, ...answers])
  render(<Dashboard />)
  return opened
}

/** Draws one part of the trading page for a signed-in user, with the messages, tooltips and identity check that every part can use. */
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
