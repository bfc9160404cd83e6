/** A page that was opened at an address other than the operator's, such as `127.0.0.1` or the name of the machine (docs/operations.md, PUBLIC_URL). */
import { setBy } from '../components/links.ts'
import { toast } from '../components/toasts.ts'

/** The server refuses the sockets of such a page, and the browser finds no passkeys. Without PUBLIC_URL, every address is right. */
export function nameRightAddress(): void {
  const addresses = setBy('addresses')?.split(' ') ?? []
  const [right] = addresses
  if (right === undefined || addresses.includes(location.origin)) return
  toast({
    ...{ key: 'address', tone: 'warn', title: 'Wrong address for Parley' },
    text: `Live data and passkeys do not work at ${location.origin}. Open Parley at ${right}.`,
    next: [{ label: 'Open it there', run: () => location.assign(`${right}${location.pathname}${location.search}`) }],
  })
}
