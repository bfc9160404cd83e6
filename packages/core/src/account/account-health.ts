/** The health of a venue account, derived from the venue's response to its key (rulebook 2.22, 2.24). */
import { refuse, type Refusal } from '../refusal.ts'
import type { FindingSubject, KeyFacts, KeyProof } from './account-proof.ts'

export type AccountHealth = {
  readonly state: 'HEALTHY' | 'WARNING' | 'FAILING' | 'UNCHECKED'
  /** The label in a row: `Key expires in 9 d`. */
  readonly words: string
  /** The problem and its remedy; absent if there is none. */
  readonly sentence?: string
}

/** Without a key, such as a wallet that signs each bid itself, there is nothing to check. */
export type AccountToCheck = AccountUse & { readonly hasKey?: boolean }
export type AccountUse = { readonly isReadOnly: boolean; readonly proof: KeyProof | undefined }

const DAY_MS = 86_400_000
/** The expiry of a key is reported this long in advance. */
const ENDS_SOON_MS = 14 * DAY_MS
/** Keys should be rotated at this age. */
const ROTATE_AFTER_MS = 90 * DAY_MS

/** Uses the last response of the venue. A later check that did not reach the venue changes nothing. */
export function accountHealth({ proof, isReadOnly, hasKey = true }: AccountToCheck, now: number): AccountHealth {
  if (!hasKey) return { state: 'UNCHECKED', words: 'No key to check' }
  if (proof === undefined) return { state: 'UNCHECKED', words: 'Not checked yet' }
  switch (proof.outcome) {
    case 'NOT_ASKED':
      return { state: 'UNCHECKED', words: 'Kept', sentence: proof.words }
    case 'UNREACHABLE':
      return { state: 'UNCHECKED', words: 'Venue did not respond', sentence: proof.words }
    case 'REFUSED':
      return { state: 'FAILING', words: 'Key rejected', sentence: `The venue rejected the key: ${proof.words}` }
    case 'ANSWERED':
      return healthOfFacts(proof.facts, isReadOnly, now)
  }
}

function healthOfFacts(facts: KeyFacts, isReadOnly: boolean, now: number): AccountHealth {
  const bad = facts.findings.find(({ verdict }) => verdict === 'BAD')
  const serves = isReadOnly ? facts.mayRead : facts.maySettle
  if (!serves)
    return {
      state: 'FAILING',
      words: bad === undefined ? 'Cannot settle' : badWords[bad.about],
      sentence: bad?.sentence ?? 'The venue does not let this key settle block trades.',
    }
  if (facts.keyEndsAt !== undefined && facts.keyEndsAt - now <= ENDS_SOON_MS)
    return { state: 'WARNING', words: endWords(facts.keyEndsAt - now), sentence: 'Create a new key at the venue and rotate to it.' }
  const warning = isReadOnly ? undefined : facts.findings.find(({ verdict }) => verdict === 'WARNING')
  if (warning !== undefined) return { state: 'WARNING', words: warningWords[warning.about], sentence: warning.sentence }
  return { state: 'HEALTHY', words: isReadOnly ? 'Reads' : 'Healthy' }
}

const endWords = (leftMs: number): string =>
  leftMs <= 0 ? 'Key has expired' : leftMs < DAY_MS ? 'Key expires within a day' : `Key expires in ${Math.floor(leftMs / DAY_MS)} d`

const badWords: Readonly<Record<FindingSubject, string>> = {
  KEY: 'Key rejected',
  CLOCK: 'Clocks differ',
  MODE: 'Wrong account mode',
  READ: 'No read permission',
  TRADE: 'No trade permission',
  BLOCK_TRADE: 'No block trade permission',
  BLOCK_RFQ: 'No block RFQ permission',
  WITHDRAW: 'Can withdraw',
  ADDRESSES: 'Our addresses are not allowed',
  KEY_END: 'Key has expired',
}
const warningWords: Readonly<Record<FindingSubject, string>> = {
  ...badWords,
  KEY: 'Check the key',
  MODE: 'Check the account mode',
  READ: 'Partial read permission',
  TRADE: 'Partial trade permission',
  BLOCK_TRADE: 'Check block trade permission',
  ADDRESSES: 'Check the allowed addresses',
  KEY_END: 'Key expires soon',
}

/** When a key should be rotated: at the latest before the venue expires it. */
export const rotateBy = (enteredAt: number, keyEndsAt: number | undefined): number =>
  Math.min(enteredAt + ROTATE_AFTER_MS, keyEndsAt ?? Infinity)

/** Why orders cannot be placed with the account (rulebook 2.22); undefined if they can. An account that was not checked yet is allowed. */
export function settleRefusal(account: AccountUse & { readonly name: string }, now: number): Refusal | undefined {
  const health = accountHealth(account, now)
  const why = account.isReadOnly
    ? 'it was saved as read-only.'
    : health.state === 'FAILING'
      ? health.sentence
      : blocksRefusedBy(account.proof)
  if (why === undefined) return undefined
  return refuse('AccountCannotSettle', '2.22', `${account.name} cannot settle: ${why} Choose another account, or ask an administrator to fix it.`, 'account_name') // prettier-ignore
}

function blocksRefusedBy(proof: KeyProof | undefined): string | undefined {
  if (proof?.outcome !== 'ANSWERED' || proof.facts.settlesBlocks !== false) return undefined
  return proof.facts.findings.find(({ about }) => about === 'BLOCK_TRADE')?.sentence ?? 'the venue does not accept block trades from it.'
}

/** Why the venue's own makers cannot be asked from the account (rulebook 15.1). Undefined if they can, as far as the venue has reported. */
export function makersReason(proof: KeyProof | undefined): string | undefined {
  if (proof?.outcome !== 'ANSWERED') return undefined
  return proof.facts.findings.find(({ about, verdict }) => about === 'BLOCK_RFQ' && verdict !== 'GOOD')?.sentence
}
