/** The parts of the address of a database. It may name several hosts, which no URL does, so this is the only place that takes one apart. */
export type Address = {
  /** `postgres:`, in lower case. */
  readonly scheme: string
  readonly user: string
  /** Decoded; undefined without one. */
  readonly password: string | undefined
  /** Each with its port, if it names one. */
  readonly hosts: readonly string[]
  /** The path and everything after it. */
  readonly rest: string
  readonly options: URLSearchParams
}

const PARTS = /^([a-z][a-z0-9+.-]*:)\/\/(?:([^/?#]*)@)?([^/?#@]*)(.*)$/is

/** Undefined if the text is not an address. */
export function readAddress(url: string): Address | undefined {
  const [matched, scheme = '', sender = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  if (matched === undefined) return undefined
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/s.exec(sender) ?? []
  const options = new URLSearchParams(rest.split('?')[1] ?? '')
  const decoded = password === undefined ? undefined : decode(password)
  return { scheme: scheme.toLowerCase(), user, password: decoded, hosts: hosts.split(','), rest, options }
}

/** The opposite of `readAddress`. */
export function formatAddress({ scheme, user, password, hosts, rest }: Omit<Address, 'options'>): string {
  const sender = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  return `${scheme}//${sender === '' ? '' : `${sender}@`}${hosts.join()}${rest}`
}

/** A password that was never encoded is the password itself. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
