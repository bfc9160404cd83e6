/** Opens the operator console with the answers of a server that a test replaces: a value, or a refusal with its code and message. */
import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { Console } from '../../src/features/operator/Console.tsx'
import { calmOverview, signedInOperator } from '../console.ts'

export class ConsoleRefusal {
  readonly error: string
  readonly message: string
  constructor(error: string, message: string) {
    this.error = error
    this.message = message
  }
}

type Answers = Readonly<Record<string, unknown>>
type SentToConsole = { readonly path: string; readonly body: unknown }

export const signedOut = new ConsoleRefusal('SignInRequired', 'Sign in again.')

/** By the path below `/operator/api/`. Answers can be changed later. */
export function openConsole(address: string, first: Answers = {}): { user: UserEvent; sent: SentToConsole[]; answer(more: Answers): void } {
  let answers: Answers = { session: signedInOperator, overview: calmOverview, 'sign-in': {}, 'sign-out': {}, ...first }
  const sent: SentToConsole[] = []
  const before = globalThis.fetch
  onTestFinished(() => void (globalThis.fetch = before))
  globalThis.fetch = (to, init) => {
    const path = String(to).replace('/operator/api/', '')
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(String(init.body)) })
    const answer = answers[path]
    if (answer === undefined) return Promise.reject(new TypeError(`no answer to ${path}`))
    const status = answer instanceof ConsoleRefusal ? 403 : 200
    return Promise.resolve(new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } }))
  }
  history.replaceState(null, '', address)
  render(<Console />)
  return { user: userEvent.setup({ delay: null }), sent, answer: (more) => void (answers = { ...answers, ...more }) }
}
