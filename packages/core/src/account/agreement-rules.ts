/** The two agreements, each with a legal entity of its own behind it. A person joins under one of them, never both. */
import { refuse, type Refusal } from '../refusal.ts'

export type AgreementKind = 'us' | 'non-us'

/** The United States and its inhabited territories. */
export const usCountries: ReadonlySet<string> = new Set(['US', 'GU', 'AS', 'MP', 'PR', 'VI'])

export const agreementFor = (country: string): AgreementKind => (usCountries.has(country) ? 'us' : 'non-us')

/** A known country decides the agreement. Without one, the agreement that the person has accepted counts, and until then they choose. */
export function agreementsOpenTo(country: string | null, accepted: readonly AgreementKind[]): readonly AgreementKind[] {
  if (country !== null) return [agreementFor(country)]
  const both: readonly AgreementKind[] = ['us', 'non-us']
  return accepted.length > 0 ? both.filter((kind) => accepted.includes(kind)) : both
}

/** Refuses unless the agreement of the country, and no other, has been accepted. */
export const refuseAgreement = (country: string, accepted: readonly AgreementKind[]): Refusal<'AgreementMissing'> | undefined =>
  accepted.length === 1 && accepted[0] === agreementFor(country)
    ? undefined
    : refuse('AgreementMissing', '', 'You must accept the agreement for your country of residence.')
