/** Whether a key works at its venue as claimed, and in which way it can be saved (rulebook 2.20, 2.21). */
import { refuse, type Refusal } from '../refusal.ts'

export type FindingSubject =
  | 'KEY'
  | 'CLOCK'
  | 'MODE'
  | 'READ'
  | 'TRADE'
  | 'BLOCK_TRADE'
  | 'BLOCK_RFQ'
  | 'WITHDRAW'
  | 'ADDRESSES'
  | 'KEY_END'

export type KeyFinding = {
  readonly about: FindingSubject
  readonly verdict: 'GOOD' | 'WARNING' | 'BAD' | 'NOT_SAID'
  readonly sentence: string
  readonly venueWords?: string
}

/** The venue's report about a key. */
export type KeyFacts = {
  readonly accountName: string
  readonly accountId?: string
  readonly mode?: string
  readonly keyEndsAt?: number
  readonly mayRead: boolean
  readonly maySettle: boolean
  /** The account can trade at its venue, which does not accept blocks from it (docs/decisions/0890). */
  readonly settlesBlocks?: false
  readonly findings: readonly KeyFinding[]
}

/** NOT_ASKED: there is no connection to that venue. */
export type KeyProof =
  | { readonly outcome: 'ANSWERED'; readonly facts: KeyFacts }
  | { readonly outcome: 'REFUSED'; readonly words: string; readonly code: string }
  | { readonly outcome: 'UNREACHABLE'; readonly words: string }
  | { readonly outcome: 'NOT_ASKED'; readonly words: string }

/** The administrator's choice: save a key that settles, a read-only key, or a key whose venue could not be reached. */
export type SaveAs = 'PROVED' | 'READ_ONLY' | 'UNPROVED'
export type SavedAs = 'SETTLES' | 'READS'

/** How the key is saved, or a refusal that states what would be accepted. */
export function judgeProof(proof: KeyProof, saveAs: SaveAs): SavedAs | Refusal {
  switch (proof.outcome) {
    case 'REFUSED':
      return refuse('VenueKeyRefused', '2.20', `The venue rejected the key: ${proof.words}`, 'client_id')
    case 'UNREACHABLE':
      if (saveAs !== 'PROVED') return saveAs === 'READ_ONLY' ? 'READS' : 'SETTLES'
      return refuse('VenueUnreachable', '2.20', `${proof.words} Try again, or save the key unverified: it is checked as soon as the venue responds.`) // prettier-ignore
    case 'NOT_ASKED':
      return saveAs === 'READ_ONLY' ? 'READS' : 'SETTLES'
    case 'ANSWERED':
      return judgeFacts(proof.facts, saveAs)
  }
}

function judgeFacts(facts: KeyFacts, saveAs: SaveAs): SavedAs | Refusal {
  if (saveAs === 'READ_ONLY' && facts.mayRead) return 'READS'
  if (facts.maySettle) return 'SETTLES'
  const why = whyItCannotSettle(facts)
  if (!facts.mayRead) return refuse('VenueKeyCannotSettle', '2.20', why, 'client_id')
  return refuse('VenueKeyCannotSettle', '2.21', `${why} The key can still be saved as read-only.`, 'client_id')
}

/** The venue's first reason, as a sentence. */
const whyItCannotSettle = ({ findings }: KeyFacts): string =>
  findings.find(({ verdict }) => verdict === 'BAD')?.sentence ?? 'The venue does not let this key settle block trades.'

/** Refuses a key that belongs to a different account; undefined unless the venue reports two different ids (rulebook 2.23). */
export function otherAccountRefusal(before: KeyProof | undefined, next: KeyProof): Refusal | undefined {
  if (before?.outcome !== 'ANSWERED' || next.outcome !== 'ANSWERED') return undefined
  const [old, fresh] = [before.facts.accountId, next.facts.accountId]
  if (old === undefined || fresh === undefined || old === fresh) return undefined
  return refuse('VenueKeyOfAnotherAccount', '2.23', `The new key belongs to account ${fresh}, and this account is ${old}. Add the key as a new account.`, 'client_id') // prettier-ignore
}

/** Compares our addresses with those that a key is restricted to. An empty list means no restriction. */
export function addressFinding(ours: readonly string[], bound: readonly string[]): KeyFinding {
  const isAny = bound.length === 0 || bound.includes('*')
  if (ours.length === 0)
    return {
      about: 'ADDRESSES',
      verdict: 'NOT_SAID',
      sentence: isAny ? 'The key works from any address.' : `The key works only from ${bound.join(', ')}.`,
    }
  if (isAny)
    return {
      about: 'ADDRESSES',
      verdict: 'WARNING',
      sentence: 'The key works from any address. Restrict it to our addresses at the venue.',
    }
  const missing = ours.filter((address) => !bound.includes(address))
  if (missing.length === 0)
    return {
      about: 'ADDRESSES',
      verdict: 'GOOD',
      sentence: ours.length === 1 ? 'Our address is allowed.' : `All ${ours.length} of our addresses are allowed.`,
    }
  const sentence = `${ours.length - missing.length} of our ${ours.length} addresses are allowed. The venue would reject calls from ${missing.join(', ')}.`
  return { about: 'ADDRESSES', verdict: 'WARNING', sentence }
}
