/** The calls of the operator console. Its session is a cookie that scripts cannot read, so it has no credentials here (decision 1047). */
import { consoleApi, type ConsoleCommandName, type ConsolePage, type ConsolePages } from '@parley/contracts'

const TIMEOUT_MS = 15_000
const BASE = '/operator/api/'

/** Why a call of the console failed, in the server's words if it answered. */
export class ConsoleError extends Error {
  /** Undefined if the server was not reached. */
  readonly code: string | undefined
  constructor(code: string | undefined, message: string) {
    super(message)
    this.code = code
  }
}

type Options = Readonly<Record<string, string | true>>
type ConsoleCall = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }

async function send({ method, path, body }: ConsoleCall): Promise<unknown> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(BASE + path, {
    ...{ method, headers, credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ConsoleError(undefined, 'Parley did not respond. Check your connection, then try again.')
  })
  const answer = (await response.json().catch(() => undefined)) as { readonly error?: string; readonly message?: string } | undefined
  if (response.ok) return answer
  throw new ConsoleError(answer?.error, answer?.message ?? `Parley responded with status ${response.status}. Try again in a moment.`)
}

export const consoleClient = {
  async page<Name extends ConsolePage>(name: Name, query = ''): Promise<ConsolePages[Name]> {
    return consoleApi.consolePages[name].parse(await send({ method: 'GET', path: name + query })) as ConsolePages[Name]
  },
  async signIn(given: { readonly name: string; readonly password: string; readonly code: string }): Promise<void> {
    await send({ method: 'POST', path: 'sign-in', body: given })
  },
  async signInWithPasskey(passkey: object): Promise<void> {
    await send({ method: 'POST', path: 'sign-in', body: { passkey } })
  },
  /** The options with which the browser asks for a passkey, for a sign-in or a step-up. */
  async askOptions(): Promise<object> {
    return consoleApi.passkeyOptions.parse(await send({ method: 'POST', path: 'passkeys/ask', body: {} }))
  },
  async newPasskeyOptions(): Promise<object> {
    return consoleApi.passkeyOptions.parse(await send({ method: 'POST', path: 'passkeys/options', body: {} }))
  },
  async addPasskey(label: string, credential: object): Promise<void> {
    await send({ method: 'POST', path: 'passkeys/add', body: { label, credential } })
  },
  async removePasskey(id: string): Promise<void> {
    await send({ method: 'POST', path: 'passkeys/remove', body: { id } })
  },
  async signOut(): Promise<void> {
    await send({ method: 'POST', path: 'sign-out', body: {} })
  },
  async stepUp(proof: { readonly code: string } | { readonly passkey: object }): Promise<ConsolePages['session']> {
    return consoleApi.consolePages.session.parse(await send({ method: 'POST', path: 'step-up', body: proof }))
  },
  /** Returns the sentence that the command prints. */
  async command(name: ConsoleCommandName, options: Options, why: string): Promise<string> {
    const answer = await send({ method: 'POST', path: `commands/${name}`, body: { options, ...(why === '' ? {} : { why }) } })
    return consoleApi.commandAnswer.parse(answer).message
  },
}
