/** The one client of the page and the token it speaks with. Nothing else in the application talks to the server. */
import {
  type AnswerOf,
  type Call,
  type CallInput,
  type Client,
  ClientError,
  type Command,
  createClient,
  type Sending,
} from '@parley/client'
import { takesBack } from '@parley/contracts'
import { setBy } from '../components/links.ts'
import { createBrowserStore, forget, keep, read } from './browser-store.ts'
import { beforeLeaving, leavingNow } from './leaving.ts'
import { limits } from './limits.ts'
import { outageReasonNow } from './outage.ts'
import { record, report } from './report.ts'

const TOKEN = 'token'

/** Called when the session has ended on the server's side. */
let ended: () => void = () => undefined
export const onSessionEnded = (listener: typeof ended): void => void (ended = listener)

const ofWindow = createBrowserStore(() => sessionStorage, report)

/** A person of the demo belongs to one window, so that both sides of a trade stand side by side in one browser; all others to the browser. */
export type TokenPlace = 'BROWSER' | 'WINDOW'

const placeOfToken = (): TokenPlace => (ofWindow.read(TOKEN) === undefined ? 'BROWSER' : 'WINDOW')

export const keptToken = (): string | undefined => ofWindow.read(TOKEN) ?? read(TOKEN)

/** Without a place it stays where the one before stands. */
export function keepToken(token: string | undefined, place: TokenPlace = placeOfToken()): void {
  if (place === 'BROWSER') ofWindow.forget(TOKEN)
  const store = place === 'WINDOW' ? ofWindow : { keep, forget }
  if (token === undefined) store.forget(TOKEN)
  else store.keep(TOKEN, token)
}

/** A call that is made while somebody leaves waits until that is over, and is not sent where the session has ended with it; leaving waits for the others. */
function aroundLeaving<Answer>(call: Call, send: () => Promise<Answer>): Promise<Answer> {
  const leaving = leavingNow()
  return leaving === undefined ? beforeLeaving(send()) : leaving.then(() => notSignedOut(call)).then(send)
}

function notSignedOut(call: Call): void {
  if (call.who !== 'anyone' && keptToken() === undefined) throw new ClientError('You have signed out.', { status: 0, error: 'Aborted' })
}

export const client: Client = createClient({
  baseUrl: setBy('rest-url') ?? '',
  hosts: { api: setBy('api-url'), spreads: setBy('spreads-url') },
  tries: limits.tries,
  around: (call, send) => observed(call, aroundLeaving(call, send)),
  warn: report,
  credentials: {
    kind: 'session',
    token: keptToken,
    onToken: (token) => {
      keepToken(token)
      if (token === undefined) ended()
    },
  },
})

export type DoneCall = { readonly call: Call; readonly isRefused: boolean }
const onDone = new Set<(done: DoneCall) => void>()
export const onCallDone = (listener: (done: DoneCall) => void): void => void onDone.add(listener)

/** A refusal is said at the screen; the reporter knows it too, by how bad it is. */
function observed<Answer>(call: Call, answer: Promise<Answer>): Promise<Answer> {
  const done = (isRefused: boolean) => onDone.forEach((listener) => listener({ call, isRefused }))
  answer.then(
    () => done(false),
    (error: unknown) => {
      record(`${call.method} ${call.path}`, error)
      done(true)
    },
  )
  return answer
}

/** For all that changes something in the market: done once, however often it has to be sent until it is answered. */
export const write = <C extends Call>(call: C, input: CallInput<C>): Promise<AnswerOf<C>> =>
  inReach(call, () => client.call(call, { idempotencyKey: crypto.randomUUID(), ...input }))

/** The same for a command of the model, whichever dialect carries it. */
export const send = <Answer>(command: Command<Answer>, how: Sending = {}): Promise<Answer> =>
  inReach(command.call, () => command.send(client, { idempotencyKey: crypto.randomUUID(), ...how }))

/**
 * A press upon what the screen last knew must not wait for the network and be sent into another market. A call that only takes back is right in
 * every market: it is tried at once, because the browser may be wrong about its network, and an HTTP call may pass where the line is cut.
 */
function inReach<Answer>(call: Call, send: () => Promise<Answer>): Promise<Answer> {
  const reason = takesBack(call) ? undefined : outageReasonNow()
  return reason === undefined ? send() : Promise.reject(new Error(reason))
}
