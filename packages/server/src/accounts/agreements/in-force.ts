/** The two agreements in force, their earlier versions, and who has accepted which. */
import type { AgreementView, UserAgreementView } from '@parley/contracts'
import { agreementsOpenTo, type AgreementKind } from '@parley/core'
import type { UserRow } from '../rows.ts'
import type { AgreementDocument } from './agreement.ts'
import { nonUsAgreement as nonUsOf2024 } from './earlier/non-us-2024-02-29.ts'
import { usAgreement as usOf2021 } from './earlier/us-2021-08-12.ts'
import { nonUsAgreement } from './non-us-2026-11-29.ts'
import { usAgreement } from './us-2026-11-29.ts'

export const agreementsInForce: Readonly<Record<AgreementKind, AgreementDocument>> = { us: usAgreement, 'non-us': nonUsAgreement }

/** Users have accepted these texts, so they never change and can still be read. */
export const earlierAgreements: Readonly<Record<AgreementKind, readonly AgreementDocument[]>> = { us: [usOf2021], 'non-us': [nonUsOf2024] }

/** The name of a version in an acceptance: `us-2021-08-12`. */
export const nameOf = ({ kind, version }: Pick<AgreementDocument, 'kind' | 'version'>): string => `${kind}-${version}`
export const pathOf = (kind: AgreementKind): string => `/agreements/${kind}/`
export const pathOfVersion = ({ kind, version }: Pick<AgreementDocument, 'kind' | 'version'>): string => `${pathOf(kind)}${version}/`

type Signer = Pick<UserRow, 'countryOfResidence' | 'acceptances'>

/** The agreements that a user may accept: one, or both if the user has neither a country nor a signature yet. */
export function openTo({ countryOfResidence, acceptances }: Signer): readonly AgreementDocument[] {
  const accepted = [...new Set(acceptances.map(({ kind }) => kind))]
  return agreementsOpenTo(countryOfResidence, accepted).map((kind) => agreementsInForce[kind])
}

export const acceptedAt = ({ acceptances }: Signer, { kind, version }: AgreementDocument): number | null =>
  acceptances.find((each) => each.kind === kind && each.version === version)?.at ?? null

/** The agreement that currently binds the user. If a user without a known country has accepted both, the US entity comes first. */
export const acceptedInForce = (user: Signer): AgreementKind | undefined =>
  openTo(user).find((agreement) => acceptedAt(user, agreement) !== null)?.kind

export const hasAcceptedInForce = (user: Signer): boolean => acceptedInForce(user) !== undefined

/** Agreements of which the user has accepted only an earlier version. */
export const dueAgain = (user: Signer): readonly AgreementDocument[] =>
  openTo(user).filter((agreement) => acceptedAt(user, agreement) === null && user.acceptances.some(({ kind }) => kind === agreement.kind))

export const agreementToWire = (agreement: AgreementDocument, publicUrl: string): AgreementView => ({
  kind: agreement.kind,
  version: agreement.version,
  title: agreement.title,
  dated: agreement.dated,
  last_updated: agreement.lastUpdated,
  url: publicUrl + pathOf(agreement.kind),
  sections: agreement.sections.map(({ id, label, paragraphs }) => ({ id, label, paragraphs: [...paragraphs] })),
})

export const userAgreementsToWire = (user: Signer, publicUrl: string): UserAgreementView[] =>
  openTo(user).map((agreement) => ({
    argumentId: nameOf(agreement),
    kind: agreement.kind,
    title: agreement.title,
    url: publicUrl + pathOf(agreement.kind),
    content: textOf(agreement),
    accepted_at: acceptedAt(user, agreement),
  }))

/** The whole document as plain text, with each heading on its own line. */
export const textOf = ({ title, dated, sections }: AgreementDocument): string =>
  [`${title}, ${dated}`, ...sections.flatMap(({ label, paragraphs }) => [label, ...paragraphs])].join('\n\n')
