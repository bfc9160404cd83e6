/** Admits a user who has proved their identity by any means: creates the session, the audit entry, and an email if one is due. */
import { isRefusal, refuse, type DeskId, type Instant, type Refusal, type UserId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import { Answered } from '../../calls/route.ts'
import type { Log } from '../../log/log.ts'
import type { Post } from '../../mail/mail-queue.ts'
import { appendAudit } from '../../audit/append.ts'
import type { Book } from '../accounts-snapshot.ts'
import type { Accounts, MembershipRow, UserRow } from '../rows.ts'
import { newToken } from '../tokens.ts'
import { userToWire, type Seat } from '../wire.ts'
import { clientOf, deviceText } from './client-of.ts'
import type { KnownDevices } from './known-devices.ts'
import { deviceCookie, type Device } from './device.ts'
import type { Sessions } from './sessions.ts'
import { memberOf } from '../membership.ts'

export type Admission = {
  /** The user as read when the proof was checked. If the password has changed since, the proof is void. */
  readonly user: UserRow
  readonly by: 'Password' | 'Passkey' | 'Invitation' | 'Demo' | 'SignOn'
  /** Whether all factors of the user were proved. */
  readonly withFactor: boolean
  readonly device: Device
  readonly appType?: string | null | undefined
  readonly appVersion?: string | null | undefined
  readonly now: Instant
  readonly requestId: string
}

export type Admitted = { readonly token: string; readonly user: UserRow; readonly seat: Seat; readonly cookie: string }

export type AdmissionParts = {
  readonly sql: Sql
  readonly book: Book
  readonly sessions: Sessions
  readonly knownDevices: KnownDevices
  readonly post: Post
  readonly publicUrl: string
  /** Whether a user who signs in from there may send only a few RFQs. */
  readonly isRestricted: (origin: { readonly address: string; readonly region: string | null }) => boolean
  /** Emails the desk's administrators when the user has to accept a new version of an agreement. */
  readonly remind: (user: UserId, desk: DeskId, now: Instant) => Promise<void>
  readonly log: Log
}

export type Admit = (admission: Admission) => Promise<Admitted | Refusal>

export const createAdmission =
  (parts: AdmissionParts): Admit =>
  (admission) =>
    admit(parts, admission)

/** Only for users who have proved their identity, because a different response would reveal that the user exists. */
export function seatOf(accounts: Accounts, { id }: UserRow): MembershipRow | Refusal {
  const desks: readonly DeskId[] = accounts.memberships.get(id)?.map(({ desk }) => desk) ?? []
  const seat = desks.map((desk) => memberOf(accounts, id, desk)).find((member) => member !== undefined)
  return seat ?? refuse('AccessSuspended', '', 'Access is suspended. Your desk administrator or support can restore it.')
}

async function admit({ book, sessions, knownDevices, ...parts }: AdmissionParts, admission: Admission): Promise<Admitted | Refusal> {
  const { user, device, withFactor, now } = admission
  const member = seatOf(book.accounts, user)
  if (isRefusal(member)) return member
  const otherWay = refuseOtherWay(book.accounts, member.desk, admission.by)
  if (otherWay !== undefined) return otherWay
  const client = clientOf({ userAgent: device.userAgent, appType: admission.appType, appVersion: admission.appVersion })
  const { address, region } = device
  const deviceToken = (knownDevices.isKnownDevice(user.id, device, now) ? device.deviceToken : undefined) ?? newToken()
  const started = await sessions.start({ user: user.id, desk: member.desk, client, address, region, withFactor, now })
  try {
    await writeDown({ book, sessions, knownDevices, ...parts }, admission, { desk: member.desk, session: started.id, deviceToken })
  } catch (error) {
    await sessions.end(started.id)
    throw error
  }
  // A suspension ends the sessions that there are at that moment, and this one may have begun after it.
  const seat = seatOf(book.accounts, user)
  const refused = isRefusal(seat) ? seat : refuseOtherWay(book.accounts, seat.desk, admission.by)
  if (isRefusal(seat) || refused !== undefined) {
    await sessions.end(started.id)
    return refused!
  }
  if (book.accounts.users.get(user.id)?.passwordChangedAt !== user.passwordChangedAt) {
    await sessions.end(started.id)
    return refuse('SignInRefused', '', 'Unable to log in with provided credentials.')
  }
  // The sign-in succeeds even if the reminder fails. The next sign-in tries again.
  await parts.remind(user.id, member.desk, now).catch((error: unknown) => parts.log.error({ error }, 'Could not send a reminder'))
  const cookie = deviceCookie(parts.publicUrl, deviceToken)
  return {
    token: started.token,
    user: book.accounts.users.get(user.id)!,
    seat: { ...member, isRestricted: parts.isRestricted(device) },
    cookie,
  }
}

/** A desk may require the sign-on of its firm. A person who has just joined by an invitation is signed in once without it. */
function refuseOtherWay({ signOns }: Accounts, desk: DeskId, by: Admission['by']): Refusal | undefined {
  if (by === 'SignOn' || by === 'Invitation' || signOns.get(desk)?.isRequired !== true) return undefined
  return refuse('SignOnRequired', '', 'Your firm requires its own sign-on. Choose “Sign in with your firm” instead.')
}

type Begun = { readonly desk: DeskId; readonly session: string; readonly deviceToken: string }

function writeDown(
  { sql, knownDevices, post }: AdmissionParts,
  admission: Admission,
  { desk, session, deviceToken }: Begun,
): Promise<void> {
  const { user, device, by, now, requestId } = admission
  const { address } = device
  const deviceName = deviceText(clientOf(device))
  const isNew = by !== 'Invitation' && !knownDevices.isFamiliar(user.id, device, now)
  return sql.begin(async (tx) => {
    await knownDevices.remember(tx, user.id, { ...device, deviceToken }, now)
    if (isNew) await post.send(tx, user.email, { kind: 'NewSignIn', firstName: user.firstName, device: deviceName, address, at: now }, now)
    await appendAudit(tx, {
      at: now,
      desk,
      actor: user.id,
      action: 'SignIn',
      object: session,
      address,
      requestId,
      detail: { by, device: deviceName, isNewPlace: isNew },
    })
  })
}

/** The response of every call that signs a user in. */
export function signedInAnswer(accounts: Accounts, { token, user, seat, cookie }: Admitted) {
  return new Answered(200, { token, user: userToWire(accounts, user, seat) }, { 'set-cookie': cookie })
}
