/** One example of every email, for tests and for viewing. */
import type { Occasion } from '../src/mail/mail-queue.ts'

const at = Date.UTC(2026, 10, 21, 18, 5)
const address = '203.0.113.24'
const firstName = 'Ada'

const factorChanges = ['TwoFactorOn', 'TwoFactorOff', 'BackupCodesMade', 'PasskeyAdded', 'PasskeyRemoved'] as const
const accessChanges = ['Suspended', 'Restored', 'Removed', 'RoleChanged'] as const
const keyChanges = ['Made', 'Rotated', 'Revoked'] as const
const purposes = ['TurnOffTwoFactor', 'MakeBackupCodes', 'ChangeTwoFactor'] as const

export const examples: readonly Occasion[] = [
  {
    kind: 'Invitation',
    deskName: 'Amber Road',
    firmName: 'Amber Road Capital & Söhne',
    roleName: 'Authorised user',
    inviterName: 'Lena Okafor',
    link: 'https://parley.example/register/?key=Qm7TzR2kLw9XcV4b&email=ada%40amberroad.example&first_name=Ada&last_name=Moreau&country_of_residence=SG',
    key: 'Qm7TzR2kLw9XcV4b',
    expiresAt: at + 7 * 24 * 3_600_000,
  },
  {
    kind: 'PasswordReset',
    firstName,
    link: 'https://parley.example/set-password/?uid=u_7Yq2Kd0sWmB4tNfG1hJx&token=pr_3mV9cLkQ0sXhT8dYwR5nB2eG7zUoA1iJ4fPqM6tCvEs',
    validMinutes: 30,
  },
  { kind: 'PasswordChanged', firstName, at, address },
  ...purposes.map((purpose) => ({ kind: 'EmailCode', firstName, code: '481516', purpose, validMinutes: 10 }) as const),
  ...factorChanges.map((change) => ({ kind: 'FactorChanged', firstName, change, at, address }) as const),
  {
    ...{ kind: 'FactorChanged', firstName, change: 'TwoFactorOn', at, address },
    undo: 'https://parley.example/set-password/?uid=u_7Yq2Kd0sWmB4tNfG1hJx&token=pr_9aV2cLkQ0sXhT8dYwR5nB2eG7zUoA1iJ4fPqM6tCvEs',
  },
  { kind: 'BackupCodeUsed', firstName, left: 2, at, address },
  { kind: 'NewSignIn', firstName, device: 'Firefox on Linux', address, at },
  ...accessChanges.map((change) => ({ kind: 'AccessChanged', firstName, deskName: 'Amber Road', change, roleName: 'Viewer' }) as const),
  ...keyChanges.map(
    (change) => ({ kind: 'ApiKeyChanged', firstName, keyName: 'quoting bot', change, byName: 'Tom Ferris', at, address }) as const,
  ),
  { kind: 'ApiKeyRefused', firstName, keyName: 'quoting bot', at, address },
  ...(['Suspended', 'HandedOver'] as const).map(
    (change) =>
      ({
        kind: 'RightsSettled',
        firstName,
        personName: 'Noor Haddad',
        keyNames: ['quoting bot', 'risk report'],
        change,
        invitedAddresses: [],
        byName: 'Tom Ferris',
        at,
        address,
      }) as const,
  ),
  {
    kind: 'RightsSettled',
    firstName,
    personName: 'Noor Haddad',
    keyNames: [],
    change: 'Suspended',
    invitedAddresses: ['ines@amberroad.example'],
    byName: 'Tom Ferris',
    at,
    address,
  },
  { kind: 'AdministratorAdded', firstName, change: 'Invited', who: 'ines@amberroad.example', byName: 'Tom Ferris', at, address },
  { kind: 'AdministratorAdded', firstName, change: 'RoleChanged', who: 'Noor Haddad', byName: 'Tom Ferris', at, address },
  {
    kind: 'DifferencesFound',
    firstName,
    deskName: 'Amber Road',
    day: '2026-11-21',
    lines: ['DBT prop-1: Fee differs, BLOCK-418822: ours 0.015 BTC, theirs 0.01125 BTC'],
    more: 1,
  },
  {
    kind: 'VenueAccountFailing',
    firstName,
    accountName: 'uta-main',
    venueName: 'Bybit',
    sentence: 'Block Trade is missing. Edit the key at Bybit and tick Block Trade.',
    at,
  },
  {
    kind: 'Digest',
    firstName,
    deskName: 'Amber Road',
    lines: [
      'RFQ received from Northlight: 25 × Call Spread · 26 DEC 26 · 100k / 120k, DBT.',
      'Trade settled: bought 25 × Call Spread · 26 DEC 26 · 100k / 120k at 0.0421 BTC, DBT.',
    ],
    more: 3,
  },
  ...(['Agreed', 'Reminded', 'Disputed'] as const).map((change) => ({
    kind: 'TradeToBook' as const,
    firstName,
    deskName: 'Amber Road',
    change,
    venueName: 'Bybit',
    terms: ['SELL 250,000 BTCUSD at 98,012.50'],
    account: 'prop-1',
    otherDesk: 'NRTH',
    otherAccount: 'northlight-main',
    dueAt: at + 86_400_000,
  })),
  {
    kind: 'AgreementDue',
    firstName,
    memberName: 'Tom Ferris',
    agreementTitle: 'Platform agreement for customers outside the United States',
  },
]
