/** Emails about a change to a user's rights or sign-in methods. */
import type { Occasion } from '../mail-queue.ts'
import { formatMoment, type Draft, type Sender } from './draft.ts'

type Of<K extends Occasion['kind']> = Extract<Occasion, { readonly kind: K }>

export function draftFactorChanged({ firstName, change, at, address, undo }: Of<'FactorChanged'>): Draft {
  const { heading, sentence } = factorTexts(change)
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
        ? 'If it was not you, change your password now, end every session under Settings, Security, Active Sessions, and contact us immediately.'
        : 'If it was not you, click the button. For 24 hours it lets you choose a new password, reverses this change and ends every session.',
    why: 'because your sign-in methods were changed',
  }
}

function factorTexts(change: Of<'FactorChanged'>['change']): { readonly heading: string; readonly sentence: string } {
  switch (change) {
    case 'TwoFactorOn':
      return {
        heading: 'Two-factor authentication is on',
        sentence:
          'From now on, signing in requires a code from your authentication app. Keep your backup codes where you can find them without your phone.',
      }
    case 'TwoFactorOff':
      return {
        heading: 'Two-factor authentication is off',
        sentence:
          'Signing in now requires only your password, and your backup codes no longer work. You can turn it on again under Settings, Security.',
      }
    case 'BackupCodesMade':
      return {
        heading: 'New backup codes',
        sentence: 'New backup codes were created for your account. Your previous codes no longer work.',
      }
    case 'PasskeyAdded':
      return {
        heading: 'A passkey was added',
        sentence: 'A passkey was added to your account. Anyone who has it can sign in without your password.',
      }
    case 'PasskeyRemoved':
      return { heading: 'A passkey was removed', sentence: 'A passkey was removed from your account. It can no longer be used to sign in.' }
  }
}

const FEW_CODES = 2

export function draftBackupCodeUsed({ firstName, left, at, address }: Of<'BackupCodeUsed'>): Draft {
  const leftover = left === 0 ? 'none is left' : left === 1 ? 'one is left' : `${left} are left`
  const advice =
    left <= FEW_CODES ? ' Create new ones under Settings, Security, Two-Factor Authentication, while you can still sign in.' : ''
  return {
    subject: 'A backup code was used',
    heading: 'A backup code was used',
    name: firstName,
    paragraphs: [`A backup code was used instead of a code from your authentication app. It cannot be used again; ${leftover}.${advice}`],
    facts: [
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If it was not you, change your password now, create new backup codes, and contact us immediately.',
    why: 'because a backup code of your account was used',
  }
}

export function draftAccessChanged({ firstName, deskName, change, roleName }: Of<'AccessChanged'>): Draft {
  const { heading, sentence } = accessTexts(change, deskName, roleName)
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [sentence],
    notYou: 'If you did not expect this, ask your desk administrator or contact us.',
    why: `because you are or were a member of ${deskName}`,
  }
}

function accessTexts(
  change: Of<'AccessChanged'>['change'],
  desk: string,
  role: string,
): { readonly heading: string; readonly sentence: string } {
  switch (change) {
    case 'Suspended':
      return {
        heading: `Your access to ${desk} is suspended`,
        sentence: `Your access to the desk ${desk} on Parley was suspended, and your sessions there have ended. The desk administrator or Parley support can restore it.`,
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
        sentence: `Your role on the desk ${desk} on Parley is now ${role}. The change takes effect immediately.`,
      }
  }
}

export function draftApiKeyChanged({ firstName, keyName, change, byName, at, address }: Of<'ApiKeyChanged'>): Draft {
  const { heading, sentence } = keyTexts(change, keyName)
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
    notYou: 'If no one on your desk did this, revoke the key in the dashboard, change your password, and contact us immediately.',
    why: 'because you are an administrator of the desk',
  }
}

function keyTexts(change: Of<'ApiKeyChanged'>['change'], key: string): { readonly heading: string; readonly sentence: string } {
  switch (change) {
    case 'Made':
      return {
        heading: `API key ${key} was created`,
        sentence: `An API key was created for your desk on Parley. A program that has it can act for the desk.`,
      }
    case 'Changed':
      return {
        heading: `API key ${key} was changed`,
        sentence: 'The permissions, allowed addresses or expiry of an API key of your desk on Parley were changed.',
      }
    case 'Rotated':
      return {
        heading: `API key ${key} has a new secret`,
        sentence: 'An API key of your desk on Parley has a new secret. The old secret stops working at the time that was chosen.',
      }
    case 'Revoked':
      return {
        heading: `API key ${key} was revoked`,
        sentence: 'An API key of your desk on Parley was revoked. Programs that used it are disconnected.',
      }
  }
}

export function draftApiKeyRefused({ firstName, keyName, at, address }: Of<'ApiKeyRefused'>): Draft {
  const heading = `API key ${keyName} was used from another address`
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [
      'A program used an API key of your desk on Parley from an address that the key does not allow. The request was rejected: nothing was read or changed.',
      'Further attempts within the hour are recorded in the audit log without another email.',
    ],
    facts: [
      ['Key', keyName],
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If no one on your desk did this, someone else has the key. Revoke it in the dashboard now, and contact us.',
    why: 'because you are an administrator of the desk',
  }
}

export function draftRightsSettled(occasion: Of<'RightsSettled'>): Draft {
  const { firstName, personName, keyNames, invitedAddresses, byName, at, address } = occasion
  const heading = rightsHeading(occasion)
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [
      ...(keyNames.length === 0 ? [] : [`${personName} may no longer trade for your desk on Parley. ${keysOutcome(occasion)}`]),
      ...(invitedAddresses.length === 0
        ? []
        : [
            `${personName} is no longer an administrator of your desk on Parley. The invitations they sent that were still open are withdrawn. Invite these people again if they should join.`,
          ]),
    ],
    facts: [
      ...(keyNames.length === 0 ? [] : [['Keys', keyNames.join(', ')] as const]),
      ...(invitedAddresses.length === 0 ? [] : [['Invitations', invitedAddresses.join(', ')] as const]),
      ['By', byName],
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    notYou: 'If no one on your desk did this, revoke the keys in the dashboard, change your password, and contact us immediately.',
    why: 'because you are an administrator of the desk',
  }
}

function rightsHeading({ personName, keyNames, change }: Of<'RightsSettled'>): string {
  if (keyNames.length === 0) return `Invitations sent by ${personName} are withdrawn`
  return change === 'Suspended' ? `API keys of ${personName} are suspended` : `API keys of ${personName} were handed over`
}

const keysOutcome = ({ change, byName, personName }: Of<'RightsSettled'>): string =>
  change === 'Suspended'
    ? 'The API keys they held are suspended: programs that use them are disconnected until an administrator restores them.'
    : `The API keys they held still work and now belong to ${byName}. Give each key a new secret, because ${personName} may know the current one.`

export function draftAdministratorAdded(
  { firstName, change, who, byName, at, address }: Of<'AdministratorAdded'>,
  { publicUrl }: Sender,
): Draft {
  const heading = change === 'Invited' ? `${who} was invited as an administrator` : `${who} is now an administrator`
  return {
    subject: heading,
    heading,
    name: firstName,
    paragraphs: [
      change === 'Invited'
        ? 'When this person joins, they can manage the members, API keys, venue accounts and limits of your desk on Parley.'
        : 'This person can now manage the members, API keys, venue accounts and limits of your desk on Parley.',
    ],
    facts: [
      ['By', byName],
      ['When', formatMoment(at)],
      ['IP address', address],
    ],
    action: { label: 'Open members', link: `${publicUrl}/dashboard/members/` },
    notYou:
      change === 'Invited'
        ? 'If no one on your desk did this, withdraw the invitation in the dashboard, change your password, and contact us immediately.'
        : 'If no one on your desk did this, change the role back in the dashboard, change your password, and contact us immediately.',
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
    paragraphs: [sentence, 'Until this is fixed, no new orders or quotes can be placed with this account. Open orders and quotes remain.'],
    facts: [['When', formatMoment(at)]],
    action: { label: 'Open venue accounts', link: `${publicUrl}/dashboard/venue-accounts/` },
    notYou: 'If no one on your desk did this, check at the venue who changed the key, and contact us.',
    why: 'because you are an administrator of the desk',
  }
}
