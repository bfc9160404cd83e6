/** An agreement as a document: what a person reads before they join, in sections that a side navigation can name. */
import type { AgreementKind } from '@parley/core'

export type AgreementDocument = {
  readonly kind: AgreementKind
  /** The day it came into force; a change of the text is a new version in a file of its own, and the old file stays. */
  readonly version: string
  readonly title: string
  /** As the document itself writes its day. */
  readonly dated: string
  /** When its annex was changed last. */
  readonly lastUpdated: string
  readonly sections: readonly AgreementSection[]
}

export type AgreementSection = {
  readonly id: string
  readonly label: string
  /** One that begins with `- ` is an item of a list. */
  readonly paragraphs: readonly string[]
}
