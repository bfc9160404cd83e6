/** Emails about a change to somebody's rights or sign-in methods. */
import type { Occasion } from '../mail-queue.ts'
import { formatMoment, type Draft, type Sender } from './draft.ts'

type Of<K extends Occasion['kind']> = Extract<Occasion, { readonly kind: K }>

export function draftFactorChanged({ firstName, change, at, address, undo }: Of<'FactorChanged'>): Draft {
  const { heading, sentence } = factorWords(change)
  return {
    subject: `${heading} for your Parley account`,
    heading,
    name: firstName,
    paragraphs: [sentence],
    facts: [
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    ...(undo === undefined ? {} : { action: { label: 'This was not me', link: undo } }),
    notYou:
      undo === undefined
        ? 'If it was not you, change your password now, end every session in Settings, Security, Active Sessions, and write to us at once.'
        : 'If it was not you, press the button: for 24 hours it lets you choose a new password, turns this off again and ends every session.',
    why: 'because the way you prove who you are was changed',
  }
}

function factorWords(change: Of<'FactorChanged'>['change']): { readonly heading: string; readonly sentence: string } {
  switch (change) {
    case 'TwoFactorOn':
      return {
        heading: 'Two-factor authentication is on',
        sentence:
          'From now on a sign-in asks for a code from your authentication app. Keep your backup codes where you find them without your phone.',
      }
    case 'TwoFactorOff':
      return {
        heading: 'Two-factor authentication is off',
        sentence:
          'A sign-in asks for your password only, and your backup codes stopped working. You can turn it on again in Settings, Security.',
      }
    case 'BackupCodesMade':
      return {
        heading: 'New backup codes',
        sentence: 'New backup codes were made for your account. The codes you had before stopped working.',
      }
    case 'PasskeyAdded':
      return {
        heading: 'A passkey was added',
        sentence: 'A passkey was added to your account. Whoever holds it can sign in without your password.',
      }
    case 'PasskeyRemoved':
      return { heading: 'A passkey was removed', sentence: 'A passkey was removed from your account; it no longer signs you in.' }
  }
}

const FEW_CODES = 2

export function draftBackupCodeUsed({ firstName, left, at, address }: Of<'BackupCodeUsed'>): Draft {
  const leftover = left === 0 ? 'none is left' : left === 1 ? 'one is left' : `${left} are left`
  const advice = left <= FEW_CODES ? ' Make new ones in Settings, Security, Two-Factor Authentication, while you can still sign in.' : ''
  return {
    subject: 'A backup code was used',
    heading: 'A backup code was used',
    name: firstName,
    paragraphs: [`A backup code was used in place of a code from your authentication app. It does not work again; ${leftover}.${advice}`],
    facts: [
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If it was not you, change your password now, make new backup codes, and write to us at once.',
    why: 'because a backup code of your account was used',
  }
}

export function draftAccessChanged({ firstName, deskName, change, roleName }: Of<'AccessChanged'>): Draft {
  const { heading, sentence } = accessWords(change, deskName, roleName)
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [sentence],
    notYou: 'If you did not expect this, ask the administrator of your desk, or write to us.',
    why: `because you are or were a member of ${deskName}`,
  }
}

function accessWords(
  change: Of<'AccessChanged'>['change'],
  desk: string,
  role: string,
): { readonly heading: string; readonly sentence: string } {
  switch (change) {
    case 'Suspended':
      return {
        heading: `Your access to ${desk} is suspended`,
        sentence: `Your access to the desk ${desk} on Parley was suspended, and your sessions there have ended. It can be restored by the administrator of the desk or by us.`,
      }
    case 'Restored':
      return {
        heading: `Your access to ${desk} is restored`,
        sentence: `You can sign in to the desk ${desk} on Parley again. Your role is ${role}.`,
      }
    case 'Removed':
      return {
        heading: `You were removed from ${desk}`,
        sentence: `You are no longer a member of the desk ${desk} on Parley, and your sessions there have ended.`,
      }
    case 'RoleChanged':
      return {
        heading: `Your role on ${desk} was changed`,
        sentence: `Your role on the desk ${desk} on Parley is now ${role}. It counts at once.`,
      }
  }
}

export function draftApiKeyChanged({ firstName, keyName, change, byName, at, address }: Of<'ApiKeyChanged'>): Draft {
  const { heading, sentence } = keyWords(change, keyName)
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [sentence],
    facts: [
      ['Key', keyName],
      ['By', byName],
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If nobody of your desk did this, revoke the key in the dashboard, change your password, and write to us at once.',
    why: 'because you are an administrator of the desk',
  }
}

function keyWords(change: Of<'ApiKeyChanged'>['change'], key: string): { readonly heading: string; readonly sentence: string } {
  switch (change) {
    case 'Made':
      return {
        heading: `API key ${key} was made`,
        sentence: `An API key was made for your desk on Parley. A program that holds it acts for the desk.`,
      }
    case 'Changed':
      return {
        heading: `API key ${key} was changed`,
        sentence: 'What an API key of your desk on Parley may do, from where, or until when, was changed.',
      }
    case 'Rotated':
      return {
        heading: `API key ${key} has a new secret`,
        sentence: 'An API key of your desk on Parley was given a new secret; the one before ends as was chosen.',
      }
    case 'Revoked':
      return {
        heading: `API key ${key} was revoked`,
        sentence: 'An API key of your desk on Parley was revoked. Programs that used it are disconnected.',
      }
  }
}

export function draftApiKeyRefused({ firstName, keyName, at, address }: Of<'ApiKeyRefused'>): Draft {
  const heading = `API key ${keyName} was used from elsewhere`
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [
      'A program came with an API key of your desk on Parley from an address that the key is not for. It was turned away: it has read nothing and changed nothing.',
      'Further attempts within the hour are counted in the audit log and not written about.',
    ],
    facts: [
      ['Key', keyName],
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If nobody of your desk did this, the key is known to somebody else: revoke it in the dashboard now, and write to us.',
    why: 'because you are an administrator of the desk',
  }
}

export function draftKeysSettled({ firstName, personName, keyNames, change, byName, at, address }: Of<'KeysSettled'>): Draft {
  const isSuspended = change === 'Suspended'
  const heading = isSuspended ? `API keys of ${personName} are suspended` : `API keys of ${personName} were handed over`
  const outcome = isSuspended
    ? 'The API keys they held are suspended: programs that use them are disconnected until an administrator restores them.'
    : `The API keys they held go on working, and are held by ${byName} now. Give each a new secret, because the one in use may be known to who leaves.`
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [`${personName} may no longer trade for your desk on Parley. ${outcome}`],
    facts: [
      ['Keys', keyNames.join(', ')],
      ['By', byName],
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If nobody of your desk did this, revoke the keys in the dashboard, change your password, and write to us at once.',
    why: 'because you are an administrator of the desk',
  }
}

export function draftVenueAccountFailing(
  { firstName, accountName, venueName, sentence, at }: Of<'VenueAccountFailing'>,
  { publicUrl }: Sender,
): Draft {
  return {
    subject: `${accountName} at ${venueName} cannot settle`,
    heading: `${accountName} at ${venueName} cannot settle`,
    name: firstName,
    paragraphs: [sentence, 'Until it is mended, nothing new can be placed with this account. What stands in the market stays where it is.'],
    facts: [['When', formatMoment(at)]],
    action: { label: 'Open venue accounts', link: `${publicUrl}/dashboard/venue-accounts/` },
    notYou: 'If nobody of your desk did this, look at the venue who changed the key, and write to us.',
    why: 'because you are an administrator of the desk',
  }
}
