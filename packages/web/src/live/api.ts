/** The one client of the page and the token it speaks with. Nothing else in the application talks to the server. */
import { createClient, type Client } from '@parley/client'

const TOKEN = 'token'

/** Hears that the session has ended on the server's side. */
let ended: () => void = () => undefined
export const onSessionEnded = (listener: typeof ended): void => void (ended = listener)

export const keptToken = (): string | undefined => read(TOKEN)

export function keepToken(token: string | undefined): void {
  if (token === undefined) localStorage.removeItem(TOKEN)
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

/** What must survive when the browser's store is full: being signed in, and how the screens are set. */
const PROTECTED = /^(token|last-route|theme)$|filter|dismissed/

/** On a full store all that can be made again is cleared, and it is tried once more. */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    for (const other of Object.keys(localStorage)) if (!PROTECTED.test(other)) localStorage.removeItem(other)
    localStorage.setItem(key, text)
  }
}

export const read = (key: string): string | undefined => localStorage.getItem(key) ?? undefined
