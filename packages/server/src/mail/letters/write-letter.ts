/** An occasion and an address to a letter. */
import type { Occasion } from '../post.ts'
import type { Letter, Sender } from './draft.ts'
import { formatHtml } from './format-html.ts'
import { formatText } from './format-text.ts'
import { writeDraft } from './write-draft.ts'

/** A name of somebody's choosing stands in subjects: it has to stay on its one line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export function writeLetter(occasion: Occasion, to: string, sender: Sender): Letter {
  const draft = writeDraft(occasion, sender)
  return { subject: oneLine(draft.subject), text: formatText(draft, to, sender), html: formatHtml(draft, to, sender) }
}

/** When what a letter says is over; a letter that could not leave by then is not sent any more. */
export function goodUntil(occasion: Occasion, writtenAt: number): number {
  switch (occasion.kind) {
    case 'Invitation':
      return occasion.expiresAt
    case 'PasswordReset':
    case 'EmailCode':
      return writtenAt + occasion.validMinutes * 60_000
    case 'PasswordChanged':
    case 'FactorChanged':
    case 'BackupCodeUsed':
    case 'NewSignIn':
    case 'AccessChanged':
    case 'ApiKeyChanged':
    case 'AgreementDue':
      return Number.MAX_SAFE_INTEGER
  }
}
