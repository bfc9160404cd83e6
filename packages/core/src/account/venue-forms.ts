/**
 * The form of an account at each venue: its fields under the venue's own names, which of them are secret, the permissions that its key needs, and
 * where to create a key. The server reads the input with it, and the screen renders its form from it.
 */
import type { VenueCode } from '../catalogue/venue.ts'
import { refuse, refuseTogether, type Refusal } from '../refusal.ts'

/** Venues where a desk can have an account, including those at which it cannot trade here yet. */
export type AccountVenue = VenueCode | 'CME' | 'RBN' | 'FKN' | 'FTX'

export type AccountField =
  | 'client_id'
  | 'client_secret'
  | 'account_address'
  | 'subkey_private_key'
  | 'account_number'
  | 'clearer'
  | 'wallet_address'
  | 'swap_address'
  | 'bidding_token'

/** The fields that are stored encrypted. */
export type SealedMember = 'clientId' | 'clientSecret' | 'subkeyPrivateKey'

export type FormField = {
  readonly name: AccountField
  readonly label: string
  /** The field is stored encrypted under this name and never shown again. Without a name, it is stored in plain text. */
  readonly sealedAs?: SealedMember
  /** The input is masked, so that it cannot be read on the screen. */
  readonly isMasked?: true
  readonly most: number
  readonly format: RegExp
  /** A sentence about the accepted format. */
  readonly accepted: string
  readonly example?: string
}

/** A permission of a key at its venue, by the venue's own name: required to settle, or better left off. */
export type KeyScope = { readonly scope: string; readonly wish: 'NEEDED' | 'NOT_WANTED' }

export type VenueForm = {
  readonly venue: AccountVenue
  readonly name: string
  /** How trades settle with it, in a few words. */
  readonly settles: string
  /** KEY: the key gives access at once and is checked. NONE: there is no secret. CLOSED: no accounts are accepted. */
  readonly secret: 'KEY' | 'NONE' | 'CLOSED'
  readonly fields: readonly FormField[]
  readonly scopes: readonly KeyScope[]
  /** How to create a key there, step by step, and the page to do it on. */
  readonly steps: readonly string[]
  readonly advice: string
  readonly page?: string
}

const printable = /^[\x21-\x7e]+$/
const words = /^\S(?:.*\S)?$/
const ethereumAddress = /^0x[0-9a-fA-F]{40}$/
const starknetNumber = /^0x[0-9a-fA-F]{1,64}$/

const keyPair = (id: string, secret: string): readonly FormField[] => [
  { name: 'client_id', label: id, sealedAs: 'clientId', most: 256, format: printable, accepted: `${id} must not contain spaces.` },
  { name: 'client_secret', label: secret, sealedAs: 'clientSecret', isMasked: true, most: 512, format: printable, accepted: `${secret} must not contain spaces.` }, // prettier-ignore
]
const wallet: readonly FormField[] = [
  addressField('wallet_address', 'Wallet address'),
  addressField('swap_address', 'Swap contract'),
  { name: 'bidding_token', label: 'Bidding token', most: 16, format: /^[A-Za-z0-9.]{2,16}$/, accepted: 'A token has 2 to 16 letters and digits, such as USDC.', example: 'USDC' }, // prettier-ignore
]

function addressField(name: AccountField, label: string): FormField {
  return { name, label, most: 42, format: ethereumAddress, accepted: 'An address is 0x followed by 40 hexadecimal digits.', example: '0x…' }
}

const needed = (...scopes: readonly string[]): readonly KeyScope[] => scopes.map((scope) => ({ scope, wish: 'NEEDED' }))
const notWanted = (scope: string): readonly KeyScope[] => [{ scope, wish: 'NOT_WANTED' }]

/** In the order in which they are shown to a desk. */
export const venueForms: Readonly<Record<AccountVenue, VenueForm>> = {
  DBT: {
    venue: 'DBT',
    name: 'Deribit',
    settles: 'settles by block trade; both parties sign',
    secret: 'KEY',
    fields: keyPair('Client ID', 'Client Secret'),
    scopes: [...needed('account:read', 'trade:read_write', 'block_trade:read_write'), ...notWanted('wallet:read_write')],
    steps: ['Account', 'API', 'Add new key'],
    advice: 'Set account: read, trade: read_write, block_trade: read_write and wallet: none.',
    page: 'https://www.deribit.com/account/BTC/api',
  },
  BYB: {
    venue: 'BYB',
    name: 'Bybit',
    settles: 'settles through its own RFQ, from the taker’s key to the maker’s desk code',
    secret: 'KEY',
    fields: keyPair('API Key', 'API Secret'),
    scopes: [...needed('Options: trade', 'Contracts: trade', 'Block trade'), ...notWanted('Withdraw')],
    steps: ['Account & Security', 'API Management', 'Create New Key'],
    advice:
      'Choose System-generated API Keys, then API Transaction and Read-Write. Create the key on the main account: keys of sub-accounts never have Block Trade.',
    page: 'https://www.bybit.com/app/user/api-management',
  },
  BIT: {
    venue: 'BIT',
    name: 'bit.com',
    settles: 'settles by two-sided block trades; each key sends its own side',
    secret: 'KEY',
    fields: keyPair('Access Key', 'Private Key'),
    scopes: [...needed('read', 'trade', 'block_trade'), ...notWanted('wallet')],
    steps: ['Account', 'API Management', 'Create API Key'],
    advice: 'Enable read, trade and block_trade, and leave wallet off.',
    page: 'https://www.bit.com/user/api-management',
  },
  PRDX: {
    venue: 'PRDX',
    name: 'Paradex',
    settles: 'orders and blocks are signed with a subkey',
    secret: 'KEY',
    fields: [
      { name: 'account_address', label: 'Account address', most: 66, format: starknetNumber, accepted: 'An account is 0x followed by up to 64 hexadecimal digits.', example: '0x…' }, // prettier-ignore
      { name: 'subkey_private_key', label: 'Subkey private key', sealedAs: 'subkeyPrivateKey', isMasked: true, most: 66, format: starknetNumber, accepted: 'A private key is 0x followed by up to 64 hexadecimal digits.' }, // prettier-ignore
    ],
    scopes: [...needed('trade, by subkey'), ...notWanted('withdraw')],
    steps: ['Settings', 'Key Management', 'Register subkey'],
    advice: 'Never enter the main private key of the account: a subkey can trade and cannot withdraw.',
    page: 'https://app.paradex.trade/settings/key-management',
  },
  CME: {
    venue: 'CME',
    name: 'CME clearing',
    settles: 'a clearing account without a key: trades are given up to your clearer',
    secret: 'NONE',
    fields: [
      { name: 'account_number', label: 'Account number', most: 32, format: /^[A-Za-z0-9-]{2,32}$/, accepted: 'An account number has 2 to 32 letters, digits and hyphens.', example: 'AMBR-7741' }, // prettier-ignore
      { name: 'clearer', label: 'Clearing member', most: 64, format: words, accepted: 'The name must not start or end with a space.' },
    ],
    scopes: [],
    steps: [],
    advice: 'Your clearing member can give you the account number and what the account is eligible for.',
  },
  RBN: {
    venue: 'RBN',
    name: 'Ribbon',
    settles: 'a wallet that signs bids; no secret is stored here',
    secret: 'NONE',
    fields: wallet,
    scopes: [],
    steps: [],
    advice: 'You sign bids in the wallet. The wallet must give the swap contract an allowance of the bidding token.',
  },
  FKN: {
    venue: 'FKN',
    name: 'Friktion',
    settles: 'a wallet that signs bids; no secret is stored here',
    secret: 'NONE',
    fields: wallet
      .filter(({ name }) => name !== 'swap_address')
      .map((field) => (field.name === 'wallet_address' ? solanaWallet(field) : field)),
    scopes: [],
    steps: [],
    advice: 'You sign bids in the wallet.',
  },
  FTX: {
    venue: 'FTX',
    name: 'FTX',
    settles: 'closed',
    secret: 'CLOSED',
    fields: [],
    scopes: [],
    steps: [],
    advice: 'FTX has closed; there are no accounts to connect.',
  },
}

function solanaWallet(field: FormField): FormField {
  const { example: _none, ...rest } = field
  return {
    ...rest,
    most: 44,
    format: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    accepted: 'An address has 32 to 44 letters and digits, as shown in the wallet.',
  }
}

export type GivenFields = { readonly [Name in AccountField]?: string | undefined }
export type ReadFields = {
  readonly sealed: { readonly [Member in SealedMember]?: string }
  readonly open: { readonly [Name in AccountField]?: string }
}

/** The entered texts as required by the venue's form (rulebook 2.19), or all problems with them at once. */
export function readAccountFields(venue: AccountVenue, given: GivenFields): ReadFields | Refusal {
  const form = venueForms[venue]
  if (form.secret === 'CLOSED') return refuse('VenueNotSupported', '2.19', `Venue "${venue}" not supported: ${form.advice}`, 'venue')
  const foreign = (Object.keys(given) as AccountField[]).filter(
    (name) => given[name] !== undefined && form.fields.every((field) => field.name !== name),
  )
  const refused = refuseTogether([
    ...foreign.map((name) => refuse('InvalidParams', '2.19', `Accounts at ${form.name} do not have this field.`, name)),
    ...form.fields.flatMap((field) => fieldRefusal(field, given[field.name]) ?? []),
  ])
  if (refused !== undefined) return refused
  const entries = (isSealed: boolean) => form.fields.filter(({ sealedAs }) => (sealedAs !== undefined) === isSealed)
  return {
    sealed: Object.fromEntries(entries(true).map((field) => [field.sealedAs!, given[field.name]!])),
    open: Object.fromEntries(entries(false).map((field) => [field.name, given[field.name]!])),
  }
}

/** Undefined if the text has the required format. */
export function fieldRefusal({ name, format, accepted, most }: FormField, text: string | undefined): Refusal | undefined {
  if (text === undefined || text === '') return refuse('InvalidParams', '2.19', 'This field is required', name)
  if (text.length > most) return refuse('InvalidParams', '2.19', `At most ${most} characters are allowed.`, name)
  return format.test(text) ? undefined : refuse('InvalidParams', '2.19', accepted, name)
}
