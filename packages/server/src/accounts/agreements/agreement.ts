/** An agreement as a document that users read before they join, in sections for a side navigation. */
import type { AgreementKind } from '@parley/core'

export type AgreementDocument = {
  readonly kind: AgreementKind
  /** The day it came into force. A change of the text is a new version in a new file, and the old file stays. */
  readonly version: string
  readonly title: string
  /** The date as written in the document. */
  readonly dated: string
  /** The date of the last change of its annex. */
  readonly lastUpdated: string
  readonly sections: readonly AgreementSection[]
}

export type AgreementSection = {
  readonly id: string
  readonly label: string
  /** A paragraph that begins with `- ` is a list item. */
  readonly paragraphs: readonly string[]
}
