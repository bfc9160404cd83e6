/** The one client of the page and the token it speaks with. Nothing else in the application talks to the server. */
import { createClient, type Client } from '@parley/client'

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

/** What must survive when the browser's store is full: being signed in, and how the screens are set. */
const PROTECTED = /^(token|last-route(-of)?|theme)$|filter|dismissed/

/** On a full store all that can be made again is cleared, and it is tried once more. */
export function keep(key: string, text: string): void {
  try {
    store().setItem(key, text)
  } catch {
    for (const other of Object.keys(store())) if (!PROTECTED.test(other)) forget(other)
    store().setItem(key, text)
  }
}

export const read = (key: string): string | undefined => store().getItem(key) ?? undefined
export const forget = (key: string): void => store().removeItem(key)

/** A browser that keeps nothing for a page still lets a person work, until the page is closed. */
const memory = new Map<string, string>()
const inMemory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, text) => void memory.set(key, text),
  removeItem: (key) => void memory.delete(key),
}
let isReported = false

function store(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return localStorage
  } catch (error) {
    if (!isReported) console.warn('This browser keeps nothing for the page; who reloads it signs in again.', error)
    isReported = true
    return inMemory
  }
}
