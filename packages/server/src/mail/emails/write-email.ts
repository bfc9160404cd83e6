/** Makes an email from an occasion and an address. */
import type { Occasion } from '../mail-queue.ts'
import type { Email, Sender } from './draft.ts'
import { formatHtml } from './format-html.ts'
import { formatText } from './format-text.ts'
import { writeDraft } from './write-draft.ts'

/** Users choose their names, which must not break out of their line in a header or in the text of an email. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()

const inOneLine = (occasion: Occasion): Occasion =>
  Object.fromEntries(
    Object.entries(occasion).map(([name, value]) => [
      name,
      typeof value === 'string' ? oneLine(value) : Array.isArray(value) ? value.map(oneLine) : value,
    ]),
  ) as Occasion

export function writeEmail(occasion: Occasion, to: string, sender: Sender): Email {
  const draft = writeDraft(inOneLine(occasion), sender)
  return { subject: draft.subject, text: formatText(draft, to, sender), html: formatHtml(draft, to, sender) }
}

/** The time at which an email's content expires. An email that could not be sent by then is dropped. */
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
    case 'ApiKeyRefused':
    case 'RightsSettled':
    case 'AdministratorAdded':
    case 'VenueAccountFailing':
    case 'AgreementDue':
    case 'Digest':
    case 'DifferencesFound':
    case 'TradeToBook':
      return Number.MAX_SAFE_INTEGER
  }
}
