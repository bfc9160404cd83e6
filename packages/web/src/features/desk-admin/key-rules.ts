/** Converts the settings of a key to a form and back. Pure. */
import type { ApiKeyView, KeyScopeName } from '@parley/contracts'
import { dateFieldText, endOfDay } from './moment-text.ts'

export type KeyForm = {
  readonly name: string
  readonly scopes: string
  readonly sockets: string
  readonly allowed_addresses: string
  readonly expires_at: string
}

const ADDRESSES = 50

export const newKeyForm: KeyForm = { name: '', scopes: 'read,trade', sockets: 'SIGNED', allowed_addresses: '', expires_at: '' }

export const formOf = (key: ApiKeyView): KeyForm => ({
  name: key.name,
  scopes: key.scopes.join(','),
  sockets: key.is_compatible ? 'COMPATIBLE' : 'SIGNED',
  allowed_addresses: key.allowed_addresses.join('\n'),
  expires_at: key.expires_at === null ? '' : dateFieldText(key.expires_at),
})

/** Accepts one per line or separated by commas, as users paste them. */
export const addressesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '')

export function keyFormErrors(
  { name, expires_at, allowed_addresses }: KeyForm,
  now: number,
): Partial<Record<keyof KeyForm, string | undefined>> {
  const end = endOfDay(expires_at)
  return {
    name: name.trim() === '' ? 'Enter a name, such as the program that uses the key.' : undefined,
    allowed_addresses: addressesOf(allowed_addresses).length > ADDRESSES ? `Enter at most ${ADDRESSES} addresses and networks.` : undefined,
    expires_at: expires_at === '' || (end !== undefined && end > now) ? undefined : 'Choose today or a later day, or leave empty.',
  }
}

/** The request body. An empty date field means that the key does not expire. */
export const settingsOf = ({ scopes, sockets, allowed_addresses, expires_at }: KeyForm) => ({
  scopes: scopes.split(',') as KeyScopeName[],
  is_compatible: sockets === 'COMPATIBLE',
  allowed_addresses: addressesOf(allowed_addresses),
  expires_at: endOfDay(expires_at) ?? null,
})

export const scopeName = (scopes: readonly KeyScopeName[]): string => (scopes.includes('trade') ? 'Read and trade' : 'Read only')

/** Shown in the dialog that creates a key, and below the list. */
export const compatibleMeaning =
  'The access key in the URL is enough to open a socket, as in the published API. Anyone who sees the URL can read the desk’s data and cancel the key’s open orders by disconnecting.'

export const socketLabel = ({ is_compatible }: ApiKeyView): string => (is_compatible ? 'Compatible' : 'Signed')

export type KeyState = 'SUSPENDED' | 'EXPIRED' | 'EXPIRES_SOON' | 'ROTATING' | 'UNUSED' | 'IN_USE'
const SOON_MS = 14 * 86_400_000

export function keyStateOf(key: ApiKeyView, now: number): KeyState {
  if (key.suspended_at !== null) return 'SUSPENDED'
  if (key.expires_at !== null && key.expires_at <= now) return 'EXPIRED'
  if (key.previous_secret_until !== null && key.previous_secret_until > now) return 'ROTATING'
  if (key.expires_at !== null && key.expires_at - now <= SOON_MS) return 'EXPIRES_SOON'
  return key.last_used_at === null ? 'UNUSED' : 'IN_USE'
}
