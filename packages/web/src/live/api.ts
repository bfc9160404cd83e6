/** The page's only client and its token. No other code of the application talks to the server. */
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

/** Called when the session has ended on the server. */
let ended: () => void = () => undefined
export const onSessionEnded = (listener: typeof ended): void => void (ended = listener)

const ofWindow = createBrowserStore(() => sessionStorage, report)

/** A demo session belongs to one window, so that one browser can show both sides of a trade. All other sessions belong to the browser. */
export type TokenPlace = 'BROWSER' | 'WINDOW'

const placeOfToken = (): TokenPlace => (ofWindow.read(TOKEN) === undefined ? 'BROWSER' : 'WINDOW')

/** Whether the user signed in with a card of the demo, without the password. */
export const isDemoSession = (): boolean => placeOfToken() === 'WINDOW'

export const keptToken = (): string | undefined => ofWindow.read(TOKEN) ?? read(TOKEN)

/** Without a place, the token stays in the same place as before. */
export function keepToken(token: string | undefined, place: TokenPlace = placeOfToken()): void {
  if (place === 'BROWSER') ofWindow.forget(TOKEN)
  const store = place === 'WINDOW' ? ofWindow : { keep, forget }
  if (token === undefined) store.forget(TOKEN)
  else store.keep(TOKEN, token)
}

/** A call made during sign-out waits until it is over, and is not sent if the session has ended. Sign-out waits for earlier calls. */
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

/** The screen shows the refusal. The reporter records it with its severity. */
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

/** For calls that change the market: executed once, even if they are sent several times until the response arrives. */
export const write = <C extends Call>(call: C, input: CallInput<C>): Promise<AnswerOf<C>> =>
  inReach(call, () => client.call(call, { idempotencyKey: crypto.randomUUID(), ...input }))

/**
 * The same for a command of the model, in whichever dialect. An order is decided soon after the click or not at all, however long it is on its way
 * (rulebook 5.25). A repetition has the same time, so it brings the first response or a refusal.
 */
export const send = <Answer>(command: Command<Answer>, how: Sending = {}): Promise<Answer> =>
  inReach(command.call, () => command.send(client, { idempotencyKey: crypto.randomUUID(), notAfter: orderNotAfter(Date.now()), ...how }))

/** The latest time of an order that was clicked at this local time, by the server's clock. */
export const orderNotAfter = (clickedAt: number): number => clickedAt + client.clockSkewMs() + limits.orderWithinMs

/**
 * While offline, an action based on the last known state must not wait for the network and then reach a different market. A call that only cancels
 * is right in every market and is tried immediately, because the browser may be wrong about its network, and HTTP may work while the socket does
 * not.
 */
function inReach<Answer>(call: Call, send: () => Promise<Answer>): Promise<Answer> {
  const reason = takesBack(call) ? undefined : outageReasonNow()
  return reason === undefined ? send() : Promise.reject(new Error(reason))
}
