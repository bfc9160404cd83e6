import { describe, expect, it } from 'vitest'
import { accountHealth, makersReason, rotateBy, settleRefusal } from './account-health.ts'
import {
  addressFinding,
  judgeProof,
  otherAccountRefusal,
  type KeyFacts,
  type KeyFinding,
  type KeyProof,
  type SaveAs,
} from './account-proof.ts'
import { readAccountFields, venueForms, type AccountVenue, type GivenFields } from './venue-forms.ts'

const DAY_MS = 86_400_000
const now = 1_800_000_000_000
const good: KeyFinding = { about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'It may.' }
const bad: KeyFinding = { about: 'BLOCK_TRADE', verdict: 'BAD', sentence: 'Block Trade is missing.' }
const facts = (change: Partial<KeyFacts> = {}): KeyFacts => ({
  accountName: 'main',
  mayRead: true,
  maySettle: true,
  findings: [good],
  ...change,
})
const answered = (change: Partial<KeyFacts> = {}): KeyProof => ({ outcome: 'ANSWERED', facts: facts(change) })
const refused: KeyProof = { outcome: 'REFUSED', words: 'invalid_credentials', code: '13004' }
const silent: KeyProof = { outcome: 'UNREACHABLE', words: 'Deribit does not answer.' }
const kept: KeyProof = { outcome: 'NOT_ASKED', words: 'It is kept.' }
const reader = answered({ maySettle: false, findings: [bad] })
const blind = answered({ mayRead: false, maySettle: false, findings: [] })

describe('what is saved of a key', () => {
  it.each<[rule: string, what: string, proof: KeyProof, saveAs: SaveAs, then: string]>([
    ['2.20', 'one that opens nothing is never saved', refused, 'PROVED', 'VenueKeyRefused'],
    ['2.20', 'also not unproved', refused, 'UNPROVED', 'VenueKeyRefused'],
    ['2.20', 'one of a silent venue is not saved as it is', silent, 'PROVED', 'VenueUnreachable'],
    ['2.20', 'but unproved, where that was chosen', silent, 'UNPROVED', 'SETTLES'],
    ['2.21', 'or to read only', silent, 'READ_ONLY', 'READS'],
    ['2.20', 'one that nothing here can ask about is kept', kept, 'PROVED', 'SETTLES'],
    ['2.20', 'one that may settle is saved', answered(), 'PROVED', 'SETTLES'],
    ['2.21', 'also to read only', answered(), 'READ_ONLY', 'READS'],
    ['2.21', 'one that only reads is not saved to settle', reader, 'PROVED', 'VenueKeyCannotSettle'],
    ['2.21', 'nor unproved, for it was proved', reader, 'UNPROVED', 'VenueKeyCannotSettle'],
    ['2.21', 'but to read only', reader, 'READ_ONLY', 'READS'],
    ['2.20', 'one that may nothing is not saved at all', blind, 'READ_ONLY', 'VenueKeyCannotSettle'],
  ])('%s %s', (_rule, _what, proof, saveAs, then) => {
    const judged = judgeProof(proof, saveAs)
    expect(typeof judged === 'object' ? judged.refused : judged).toBe(then)
  })

  it('2.23 another key must be of the same account, if the venue reports its id', () => {
    const of = (accountId?: string) => answered(accountId === undefined ? {} : { accountId })
    expect(otherAccountRefusal(of('77'), of('78'))?.refused).toBe('VenueKeyOfAnotherAccount')
    for (const [before, next] of [
      [of('77'), of('77')],
      [of(), of('78')],
      [of('77'), of()],
      [undefined, of('78')],
      [of('77'), silent],
    ] as const)
      expect(otherAccountRefusal(before, next)).toBeUndefined()
  })

  it.each([
    [[], ['203.0.113.10'], 'NOT_SAID'],
    [['203.0.113.10'], [], 'WARNING'],
    [['203.0.113.10'], ['*'], 'WARNING'],
    [['203.0.113.10'], ['203.0.113.10', '198.51.100.1'], 'GOOD'],
    [['203.0.113.10', '203.0.113.11'], ['203.0.113.10'], 'WARNING'],
  ] as const)('our addresses %j of a key bound to %j are %s', (ours, bound, verdict) => {
    expect(addressFinding(ours, bound).verdict).toBe(verdict)
  })
})

describe('how an account is', () => {
  it.each<[rule: string, proof: KeyProof | undefined, isReadOnly: boolean, state: string, words: string]>([
    ['2.24', undefined, false, 'UNCHECKED', 'Not checked yet'],
    ['2.24', kept, false, 'UNCHECKED', 'Kept'],
    ['2.24', silent, false, 'UNCHECKED', 'Venue did not respond'],
    ['2.24', refused, false, 'FAILING', 'Key rejected'],
    ['2.24', reader, false, 'FAILING', 'No block trade permission'],
    ['2.24', reader, true, 'HEALTHY', 'Reads'],
    ['2.24', blind, true, 'FAILING', 'Cannot settle'],
    ['2.24', answered({ keyEndsAt: now + 9.5 * DAY_MS }), false, 'WARNING', 'Key expires in 9 d'],
    ['2.24', answered({ keyEndsAt: now + 15 * DAY_MS }), false, 'HEALTHY', 'Healthy'],
    ['2.24', answered({ findings: [{ ...bad, about: 'WITHDRAW', verdict: 'WARNING' }] }), false, 'WARNING', 'Can withdraw'],
    ['2.24', answered(), false, 'HEALTHY', 'Healthy'],
  ])('%s after %j, read only %s: %s, %s', (_rule, proof, isReadOnly, state, words) => {
    expect(accountHealth({ proof, isReadOnly }, now)).toMatchObject({ state, words })
  })

  it('2.24 a wallet has no key, so it does not wait for a check', () => {
    expect(accountHealth({ proof: undefined, isReadOnly: false, hasKey: false }, now)).toEqual({
      state: 'UNCHECKED',
      words: 'No key to check',
    })
  })

  it.each<[rule: string, proof: KeyProof | undefined, isReadOnly: boolean, may: boolean]>([
    ['2.22', undefined, false, true],
    ['2.22', silent, false, true],
    ['2.22', answered(), false, true],
    ['2.22', answered(), true, false],
    ['2.22', reader, false, false],
    ['2.22', refused, false, false],
  ])('%s with %j, read only %s, something is placed: %s', (_rule, proof, isReadOnly, may) => {
    expect(settleRefusal({ name: 'main', proof, isReadOnly }, now) === undefined).toBe(may)
  })

  it.each<[rule: string, proof: KeyProof | undefined, reason: string | undefined]>([
    ['15.1', undefined, undefined],
    ['15.1', silent, undefined],
    ['15.1', answered({ findings: [good, { about: 'BLOCK_RFQ', verdict: 'GOOD', sentence: 'It may.' }] }), undefined],
    ['15.1', answered({ findings: [{ about: 'BLOCK_RFQ', verdict: 'WARNING', sentence: 'Give it block_rfq.' }] }), 'Give it block_rfq.'],
  ])('%s with %j, the makers of the venue are not asked: %s', (_rule, proof, reason) => {
    expect(makersReason(proof)).toBe(reason)
  })

  it('a key is given up after a quarter of a year, and before its venue ends it', () => {
    expect([rotateBy(now, undefined), rotateBy(now, now + DAY_MS)].map((at) => (at - now) / DAY_MS)).toEqual([90, 1])
  })
})

describe('what is entered for an account', () => {
  const pair = { client_id: 'kQ7m', client_secret: 's3cr3t' }
  const wallet = `0x${'7a'.repeat(20)}`
  it.each<[rule: string, venue: AccountVenue, given: GivenFields, then: string]>([
    ['2.19', 'BYB', pair, 'sealed clientId clientSecret'],
    ['2.19', 'PRDX', { account_address: '0x129f', subkey_private_key: '0x77' }, 'sealed subkeyPrivateKey open account_address'],
    ['2.19', 'CME', { account_number: 'AMBR-7741', clearer: 'Northern Clearing' }, 'open account_number clearer'],
    [
      '2.19',
      'RBN',
      { wallet_address: wallet, swap_address: wallet, bidding_token: 'USDC' },
      'open wallet_address swap_address bidding_token',
    ],
    ['2.19', 'FTX', pair, 'VenueNotSupported venue'],
    ['2.19', 'BYB', { client_id: 'kQ7m' }, 'InvalidParams client_secret'],
    ['2.19', 'BYB', { ...pair, client_id: 'k 7' }, 'InvalidParams client_id'],
    ['2.19', 'DBT', { ...pair, clearer: 'x' }, 'InvalidParams clearer'],
    ['2.19', 'RBN', { wallet_address: '0x12', swap_address: wallet, bidding_token: 'USDC' }, 'InvalidParams wallet_address'],
    ['2.19', 'PRDX', { account_address: 'me', subkey_private_key: '0x77' }, 'InvalidParams account_address'],
  ])('%s at %s, %j: %s', (_rule, venue, given, then) => {
    const read = readAccountFields(venue, given)
    const words = 'refused' in read ? [read.refused, read.field] : [...namedKeys('sealed', read.sealed), ...namedKeys('open', read.open)]
    expect(words.join(' ')).toBe(then)
  })

  it('2.19 every venue with keys describes where to create one and which permissions it needs', () => {
    for (const { secret, steps, scopes, page } of Object.values(venueForms).filter((form) => form.secret === 'KEY'))
      expect([secret, steps.length > 0, scopes.length > 0, page?.startsWith('https://')]).toEqual(['KEY', true, true, true])
  })
})

const namedKeys = (name: string, record: object): readonly string[] =>
  Object.keys(record).length === 0 ? [] : [name, ...Object.keys(record)]
