/** A page at an address that the server does not know as its own, such as `127.0.0.1` if PUBLIC_URL is another one (docs/operations.md). */
import { setBy } from '../components/links.ts'
import { type NewMessage, toast } from '../components/toasts.ts'

/** The server refuses the sockets of such a page, and the browser finds no passkeys. */
export function nameRightAddress(): void {
  const addresses = setBy('addresses')?.split(' ') ?? []
  const [right] = addresses
  if (right === undefined) nameChangedHost(setBy('host'))
  else if (!addresses.includes(location.origin))
    warn(`Live data and passkeys do not work at ${location.origin}. Open Parley at ${right}.`, [
      { label: 'Open it there', run: () => location.assign(`${right}${location.pathname}${location.search}`) },
    ])
}

/** Without PUBLIC_URL, every address is right, unless a proxy requests the page under another name and so hides the address from the server. */
function nameChangedHost(host: string | undefined): void {
  const seen = host?.toLowerCase().replace(location.protocol === 'https:' ? /:443$/ : /:80$/, '')
  if (seen === undefined || seen === location.host) return
  warn(`The proxy in front of Parley hides ${location.origin}, so live data does not work. Set PUBLIC_URL to that address.`)
}

const warn = (text: string, next?: NewMessage['next']): void =>
  toast({ key: 'address', tone: 'warn', title: 'Wrong address for Parley', text, next })
