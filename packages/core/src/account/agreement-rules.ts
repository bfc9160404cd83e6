/** The two agreements, each with its own legal entity. A person accepts one of them, never both. */
import { refuse, type Refusal } from '../refusal.ts'

export type AgreementKind = 'us' | 'non-us'

/** The United States and its inhabited territories. */
export const usCountries: ReadonlySet<string> = new Set(['US', 'GU', 'AS', 'MP', 'PR', 'VI'])

export const agreementFor = (country: string): AgreementKind => (usCountries.has(country) ? 'us' : 'non-us')

/** If the country is known, it decides the agreement. Otherwise the agreement that the person has accepted decides, and until then both are open. */
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
