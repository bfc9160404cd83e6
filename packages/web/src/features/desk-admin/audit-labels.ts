/** The audit log as readable text. An action without a label is derived from its name, so that nothing is hidden. */
import type { AuditEntryView, DeskRoleName } from '@parley/contracts'
import { displayRole } from '@parley/core'
import { ageText, minuteText } from '../../components/time-text.ts'

export const actionLabels: Readonly<Record<string, string>> = {
  AskCounterparty: 'Asked a counterparty for approval',
  ApproveCounterparty: 'Approved a counterparty',
  WithdrawCounterparty: 'Withdrew a counterparty approval',
  NeverMatch: 'Blocked a desk',
  MatchAgain: 'Unblocked a desk',
  SetOrderBooks: 'Changed who order books trade with',
  SaveCounterpartyGroup: 'Saved a group of counterparties',
  DeleteCounterpartyGroup: 'Deleted a group of counterparties',
  Invite: 'Invited a person',
  ResendInvitation: 'Sent an invitation again',
  WithdrawInvitation: 'Withdrew an invitation',
  AcceptInvitation: 'Joined by invitation',
  JoinDesk: 'Joined by invitation',
  UpdateMember: 'Changed a member',
  RemoveMember: 'Removed a member',
  CreateApiKey: 'Created an API key',
  UpdateApiKey: 'Changed an API key',
  RotateApiKey: 'Rotated an API key',
  RevokeApiKey: 'Revoked an API key',
  SuspendApiKey: 'Suspended an API key',
  HandOverApiKey: 'Transferred an API key',
  AddVenueAccount: 'Connected a venue account',
  UpdateVenueAccount: 'Changed a venue account',
  RemoveVenueAccount: 'Removed a venue account',
  ExplainDifference: 'Resolved a reconciliation difference',
  TakeVenueFee: 'Accepted a venue’s fee',
  SetLeaderboardName: 'Changed leaderboard visibility',
  SetRecapFormat: 'Changed the format of trades as text',
  SetDeskBounds: 'Set pre-trade limits',
  HoldRequest: 'Sent an order that needs approval',
  ApproveHeldRequest: 'Approved an order of a colleague',
  DeclineHeldRequest: 'Declined an order of a colleague',
  WithdrawHeldRequest: 'Withdrew an order that needs approval',
  CancelHeldRequest: 'Cancelled an order that needs approval',
  ExpireHeldRequest: 'An order that needs approval expired',
  SendHeldRequest: 'Sent an approved order',
  SetPersonLimit: 'Set a limit for a user or API key',
  SetLimit: 'Set a protection limit',
  RemoveLimit: 'Removed a protection limit',
  StopTrading: 'Stopped trading',
  AllowTrading: 'Resumed trading',
  CancelForOthers: 'Cancelled other users’ open orders',
  ChooseDefaultAccounts: 'Changed default accounts',
  SignIn: 'Signed in',
  SignInFailed: 'Sign-in refused',
  ApiKeyRefused: 'API key used from a disallowed address',
  SignOut: 'Signed out',
  ProveIdentity: 'Confirmed identity',
  EndSession: 'Ended a session',
  EndAllSessions: 'Ended all sessions',
  ChangePassword: 'Changed the password',
  ResetPassword: 'Reset the password by email',
  RequestPasswordReset: 'Requested a password reset email',
  EnableTwoFactor: 'Turned on two-factor',
  DisableTwoFactor: 'Turned off two-factor',
  MakeBackupCodes: 'Generated new backup codes',
  UseBackupCode: 'Used a backup code',
  AddPasskey: 'Added a passkey',
  RenamePasskey: 'Renamed a passkey',
  RemovePasskey: 'Removed a passkey',
  RefuseCopiedPasskey: 'Copied passkey refused',
  AcceptAgreement: 'Accepted an agreement',
  UpdateUser: 'Changed their settings',
  SavePreferences: 'Saved preferences',
  AskFromRestrictedAddress: 'Sent an RFQ from a restricted address',
  CreateFirm: 'Created the firm',
  CreateDesk: 'Created the desk',
  CreateUser: 'Created a user',
  DisableUser: 'Disabled a user',
}

/** Turns `SuspendDeskForGood` into `Suspend desk for good`. */
const spoken = (name: string): string => {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const wordsOfAction = (action: string): string => actionLabels[action] ?? spoken(action)

const memberLabels: Readonly<Record<string, (value: string) => string>> = {
  role: (value) => `role ${displayRole(value as DeskRoleName).toLowerCase()}`,
  state: (value) => ({ ACTIVE: 'restored', SUSPENDED: 'suspended' })[value] ?? value.toLowerCase(),
}
const roles: readonly string[] = ['administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user']

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, each]) => `${spoken(key).toLowerCase()} ${valueText(each)}`)
      .join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** A time in the details is a number of milliseconds, which is not readable. */
const isMoment = (key: string, value: unknown): value is number =>
  typeof value === 'number' && value > 1e12 && /(_at|At|until|Until|expires)$/.test(key)

/** `isNewPlace` in the details is shown as `new place` if true, and omitted otherwise. */
const asFact = (key: string): string => spoken(key.replace(/^(is|has)(?=[A-Z_])/, '')).toLowerCase()

/** Names in the details that read differently on the page where they are set. */
const detailNames: Readonly<Record<string, string>> = {
  mostNotional: 'max order notional',
  approvalAbove: 'approval by a colleague above',
  mostDeviationPercent: 'max distance from the mark in %',
  ownOrders: 'self-trade prevention',
}

const detailText = ([key, value]: [string, unknown]): string => {
  if (typeof value === 'boolean' && /^(is|has)[A-Z_]/.test(key)) return value ? asFact(key) : ''
  if (isMoment(key, value)) return `${spoken(key).toLowerCase()} ${minuteText(value)}`
  // `overlapMs` is a duration.
  if (typeof value === 'number' && /(Ms|_ms)$/.test(key)) return `${spoken(key.replace(/_?[Mm]s$/, '')).toLowerCase()} ${ageText(value)}`
  const words = memberLabels[key]
  if (words !== undefined && typeof value === 'string' && (key !== 'role' || roles.includes(value))) return words(value)
  return `${detailNames[key] ?? spoken(key).toLowerCase()} ${valueText(value)}`
}

export const detailLines = (detail: AuditEntryView['detail']): readonly string[] =>
  Object.entries(detail)
    .map(detailText)
    .filter((text) => text !== '')

export const detailLabels = (detail: AuditEntryView['detail']): string => detailLines(detail).join(' · ')

/** The names of the subjects of the log, by id, if they are known. */
export type Names = ReadonlyMap<string, string>

/** The log identifies sessions by an id that is shown nowhere else. */
const SESSION = /^s_[\w-]{8,}$/

export const objectLabels = ({ object }: Pick<AuditEntryView, 'object'>, names: Names): string =>
  names.get(object) ?? (SESSION.test(object) ? 'Session' : object)
