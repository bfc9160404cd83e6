/** The one of two agreements that a person joins under. Each has an entity of its own behind it: a person has one of them, never both. */
import { refuse, type Refusal } from '../refusal.ts'

export type AgreementKind = 'us' | 'non-us'

/** The United States and its inhabited territories. */
export const usCountries: ReadonlySet<string> = new Set(['US', 'GU', 'AS', 'MP', 'PR', 'VI'])

export const agreementFor = (country: string): AgreementKind => (usCountries.has(country) ? 'us' : 'non-us')

/** A person of a known country has the agreement of it; of others the one they have accepted counts, and until then they choose. */
export function agreementsOpenTo(country: string | null, accepted: readonly AgreementKind[]): readonly AgreementKind[] {
  if (country !== null) return [agreementFor(country)]
  return accepted.length > 0 ? accepted : ['us', 'non-us']
}

/** Accepted has to be the agreement of the country, and not the other. */
export const refuseAgreement = (country: string, accepted: readonly AgreementKind[]): Refusal<'AgreementMissing'> | undefined =>
  accepted.length === 1 && accepted[0] === agreementFor(country)
    ? undefined
    : refuse('AgreementMissing', '', 'The agreement for the country of residence has to be accepted.')
