/** Asks a venue about a key without trading anything. */
import { addressFinding, venueCodes, venueForms, type AccountVenue, type KeyFacts, type KeyProof, type ReadFields } from '@parley/core'
import type { AccountCheck, VenueAccounts, VenueCredentials } from '@parley/venues'
import { accountLimits } from '../limits.ts'
import { keyOf } from './entered-key.ts'

/** A proof with the time of the check and how long the venue took to respond. */
export type TimedProof = { readonly proof: KeyProof; readonly at: number; readonly tookMs: number }
export type SealedFields = ReadFields['sealed']

/** `open` holds the fields that are not secret, such as the address of a Paradex account. */
export type ProveKey = (venue: AccountVenue, sealed: SealedFields, open?: ReadFields['open']) => Promise<TimedProof>

export type ProverParts = {
  readonly venues: ReadonlyMap<AccountVenue, Pick<VenueAccounts, 'checkAccount'>>
  /** The addresses from which venues are called. */
  readonly ourAddresses: readonly string[]
  readonly now: () => number
}

export function createProver({ venues, ourAddresses, now }: ProverParts): ProveKey {
  return async (venue, sealed, open) => {
    const at = now()
    const adapter = venues.get(venue)
    const key = keyOf(sealed, open)
    if (adapter === undefined || key === undefined) return { proof: { outcome: 'NOT_ASKED', words: notAsked(venue) }, at, tookMs: 0 }
    const proof = await within(accountLimits.venueCheckMs, ask(adapter, venue, key), venue)
    return { proof: withAddresses(proof, ourAddresses), at, tookMs: Math.max(0, now() - at) }
  }
}

type BoundProof = KeyProof & { readonly bound?: readonly string[] }

async function ask(adapter: Pick<VenueAccounts, 'checkAccount'>, venue: AccountVenue, key: VenueCredentials): Promise<BoundProof> {
  const answer = await adapter.checkAccount(key).catch((error: unknown) => ({ outcome: 'UNKNOWN' as const, message: String(error) }))
  switch (answer.outcome) {
    case 'DONE':
      return { outcome: 'ANSWERED', facts: factsOf(answer.value), ...boundTo(answer.value) }
    case 'REJECTED':
      return { outcome: 'REFUSED', words: answer.message, code: answer.code }
    case 'UNKNOWN':
      return { outcome: 'UNREACHABLE', words: `${venueForms[venue].name} is not responding: ${answer.message}` }
  }
}

const factsOf = ({ boundAddresses: _bound, ...facts }: AccountCheck): KeyFacts => facts
const boundTo = ({ boundAddresses: bound }: AccountCheck) => (bound === undefined ? {} : { bound })

/** The venue reports which addresses the key is bound to. We know which of them are ours. */
function withAddresses({ bound, ...proof }: BoundProof, ours: readonly string[]): KeyProof {
  if (proof.outcome !== 'ANSWERED' || bound === undefined) return proof as KeyProof
  const findings = [...proof.facts.findings.filter(({ about }) => about !== 'ADDRESSES'), addressFinding(ours, bound)]
  return { outcome: 'ANSWERED', facts: { ...proof.facts, findings } }
}

const notAsked = (venue: AccountVenue): string =>
  venueCodes.some((code) => code === venue)
    ? `This installation is not connected to ${venueForms[venue].name}; the key was saved without being verified.`
    : `Parley does not trade at ${venueForms[venue].name} yet. The account was saved.`

async function within(ms: number, asked: Promise<BoundProof>, venue: AccountVenue): Promise<BoundProof> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<BoundProof>((resolve) => {
    const words = `${venueForms[venue].name} has not answered within ${ms / 1_000} s.`
    timer = setTimeout(() => resolve({ outcome: 'UNREACHABLE', words }), ms)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
