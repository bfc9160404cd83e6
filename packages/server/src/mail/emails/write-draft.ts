/** The text of every occasion. A new occasion without a text does not compile. */
import type { Occasion } from '../mail-queue.ts'
import { draftTradeToBook } from './drafts-of-trades.ts'
import { formatMoment, type Draft, type Sender } from './draft.ts'
import {
  draftAccessChanged,
  draftApiKeyChanged,
  draftApiKeyRefused,
  draftBackupCodeUsed,
  draftFactorChanged,
  draftAdministratorAdded,
  draftRightsSettled,
  draftVenueAccountFailing,
} from './drafts-of-changes.ts'
import { draftDifferencesFound } from './draft-of-differences.ts'

export function writeDraft(occasion: Occasion, sender: Sender): Draft {
  switch (occasion.kind) {
    case 'Invitation':
      return draftInvitation(occasion)
    case 'PasswordReset':
      return {
        subject: 'Reset your Parley password',
        heading: 'Reset your password',
        name: occasion.firstName,
        paragraphs: [
          'A password reset was requested for your Parley account. Choose a new password with the button below.',
          `The link works once, for ${minutes(occasion.validMinutes)}. Setting a new password signs you out everywhere else.`,
        ],
        action: { label: 'Choose a new password', link: occasion.link },
        notYou: 'If it was not you, nothing has changed and you can ignore this email. If it keeps happening, contact us.',
        why: 'because a password reset was requested',
      }
    case 'PasswordChanged':
      return {
        subject: 'Your Parley password was changed',
        heading: 'Your password was changed',
        name: occasion.firstName,
        paragraphs: ['The password of your Parley account was changed. Every other session was signed out.'],
        facts: [...moment(occasion)],
        notYou: `If it was not you, reset your password now at ${sender.publicUrl}/forgot-password/ and contact us immediately.`,
        why: 'because your password was changed',
      }
    case 'EmailCode':
      return {
        subject: 'Your Parley security code',
        heading: 'Your security code',
        name: occasion.firstName,
        paragraphs: [
          purposeOf(occasion.purpose),
          `The code works once, for ${minutes(occasion.validMinutes)}. We never ask for it by phone or chat.`,
        ],
        code: { label: 'Security code', value: occasion.code },
        notYou: 'If it was not you, someone knows your password. Change it now, then contact us.',
        why: 'because a security code was requested',
      }
    case 'FactorChanged':
      return draftFactorChanged(occasion)
    case 'BackupCodeUsed':
      return draftBackupCodeUsed(occasion)
    case 'NewSignIn':
      return draftNewSignIn(occasion)
    case 'AccessChanged':
      return draftAccessChanged(occasion)
    case 'ApiKeyChanged':
      return draftApiKeyChanged(occasion)
    case 'ApiKeyRefused':
      return draftApiKeyRefused(occasion)
    case 'RightsSettled':
      return draftRightsSettled(occasion)
    case 'AdministratorAdded':
      return draftAdministratorAdded(occasion, sender)
    case 'DifferencesFound':
      return draftDifferencesFound(occasion, sender)
    case 'VenueAccountFailing':
      return draftVenueAccountFailing(occasion, sender)
    case 'Digest':
      return draftDigest(occasion, sender)
    case 'TradeToBook':
      return draftTradeToBook(occasion, sender)
    case 'AgreementDue':
      return draftAgreementDue(occasion, sender)
  }
}

type Of<K extends Occasion['kind']> = Extract<Occasion, { readonly kind: K }>

function draftNewSignIn(occasion: Of<'NewSignIn'>): Draft {
  return {
    subject: 'New sign-in to Parley',
    heading: 'New sign-in',
    name: occasion.firstName,
    paragraphs: ['Someone signed in to your Parley account from a new device or location.'],
    facts: [['Device', occasion.device], ...moment(occasion)],
    notYou: 'If it was not you, end the session under Settings, Security, Active Sessions, change your password, and contact us.',
    why: 'because of a sign-in to your account',
  }
}

const minutes = (count: number): string => (count === 1 ? 'one minute' : `${count} minutes`)
const moment = ({ at, address }: { readonly at: number; readonly address: string }): readonly (readonly [string, string])[] => [
  ['When', formatMoment(at)],
  ['IP address', address],
]

function draftInvitation({ deskName, firmName, roleName, inviterName, link, key, expiresAt }: Of<'Invitation'>): Draft {
  return {
    subject: `${inviterName} invites you to ${deskName} on Parley`,
    heading: `Join ${deskName}`,
    name: undefined,
    paragraphs: [
      `${inviterName} invites you to the desk ${deskName} of ${firmName} on Parley, where desks negotiate and settle block trades in digital-asset derivatives.`,
      'Activate your account with the button below. If you are asked for a registration code, use this one. It works once.',
    ],
    facts: [
      ['Desk', deskName],
      ['Firm', firmName],
      ['Your role', roleName],
      ['Open until', formatMoment(expiresAt)],
    ],
    code: { label: 'Registration code', value: key },
    action: { label: 'Activate your account', link },
    notYou: 'If you did not expect this, ignore this email. No account is created without the code, and the invitation expires by itself.',
    why: `because ${inviterName} invited this address`,
  }
}

function purposeOf(purpose: Of<'EmailCode'>['purpose']): string {
  switch (purpose) {
    case 'TurnOffTwoFactor':
      return 'Enter this code to turn off two-factor authentication. Your account is less safe without it.'
    case 'MakeBackupCodes':
      return 'Enter this code to create new backup codes. Your current codes will then stop working.'
    case 'ChangeTwoFactor':
      return 'Enter this code to change the two-factor authentication of your account.'
  }
}

function draftDigest({ firstName, deskName, lines, more }: Of<'Digest'>, { publicUrl }: Sender): Draft {
  const count = lines.length + more
  return {
    subject: count === 1 ? lines[0]!.replace(/\.$/, '') : `${count} updates from ${deskName}`,
    heading: 'While you were away',
    name: firstName,
    paragraphs: [...lines, ...(more === 0 ? [] : [`And ${more} more.`])],
    action: { label: 'Open Parley', link: publicUrl },
    notYou:
      'If you did not expect this, end the session under Settings, Security, Active Sessions. To stop these emails, turn off Email under Settings, Notifications.',
    why: `because you are signed in at ${deskName} with no screen open`,
  }
}

function draftAgreementDue({ firstName, memberName, agreementTitle }: Of<'AgreementDue'>, { publicUrl }: Sender): Draft {
  return {
    subject: `${memberName} must accept an agreement`,
    heading: 'An agreement must be accepted',
    name: firstName,
    paragraphs: [
      `${memberName} of your desk has not accepted the agreement in force, “${agreementTitle}”, and cannot continue without it. It will be shown at their next sign-in.`,
      'You received this as the desk administrator. Please remind them.',
    ],
    action: { label: 'Open Parley', link: publicUrl },
    notYou: 'If this person should not be on your desk, remove them in the dashboard. If you are not the administrator, contact us.',
    why: 'because you are an administrator of the desk',
  }
}
