/** The one client of the page and the token it speaks with. Nothing else in the application talks to the server. */
import { createClient, type Client } from '@parley/client'
import { forget, keep, read } from './browser-store.ts'
import { untilAnswered } from './until-answered.ts'

const TOKEN = 'token'

/** Hears that the session has ended on the server's side. */
let ended: () => void = () => undefined
export const onSessionEnded = (listener: typeof ended): void => void (ended = listener)

export const keptToken = (): string | undefined => read(TOKEN)

export function keepToken(token: string | undefined): void {
  if (token === undefined) forget(TOKEN)
  else keep(TOKEN, token)
}

export const client: Client = createClient({
  baseUrl: '',
  credentials: {
    kind: 'session',
    token: keptToken,
    onToken: (token) => {
      keepToken(token)
      if (token === undefined) ended()
    },
  },
})

/** For all that changes something in the market. */
export const write = untilAnswered(client)
