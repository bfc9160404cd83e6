/** The calls for invitations and registration, and for the texts that users read beforehand. */
import { deskCalls, registrationCalls as calls } from '@parley/contracts'
import { isRefusal, type Refusal } from '@parley/core'
import { fault } from '../../calls/fault.ts'
import { Faulted, route, type Route } from '../../calls/route.ts'
import type { RateLimit } from '../../limits/token-bucket.ts'
import { actorOf } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { kindsOf } from '../profile/service.ts'
import { signedInAnswer, type Admit } from '../sign-in/admission.ts'
import type { FailedSignIns } from '../sign-in/failed-sign-ins.ts'
import type { DeviceOf } from '../sign-in/device.ts'
import { agreementsInForce, agreementToWire } from '../agreements/in-force.ts'
import type { Invitations, Invited } from './invitations.ts'
import type { Registration } from './registration.ts'
import type { Restrictions } from '../restrictions.ts'

export type OnboardingServices = {
  readonly book: Book
  readonly invitations: Invitations
  readonly registration: Registration
  readonly restrictions: Restrictions
  readonly admit: Admit
  readonly deviceOf: DeviceOf
  readonly publicUrl: string
  /** Failed attempts with keys, for the audit log. */
  readonly failed: FailedSignIns
  /** Limits registrations from one network, so that many keys cannot be tried. */
  readonly perNetwork: RateLimit
}

export const onboardingRoutes = (parts: OnboardingServices): readonly Route[] => [...publicRoutes(parts), ...invitationRoutes(parts)]

function publicRoutes({
  book,
  registration,
  restrictions,
  admit,
  deviceOf,
  publicUrl,
  failed,
  perNetwork,
}: OnboardingServices): readonly Route[] {
  return [
    route(calls.listCountries, () =>
      Promise.resolve({ results: restrictions.countries().map(({ code, name, isBlocked }) => ({ code, name, is_blocked: isBlocked })) }),
    ),
    route(calls.getAgreement, ({ params }) => Promise.resolve(agreementToWire(agreementsInForce[params.kind], publicUrl))),
    route(calls.createUser, async (input) => {
      const { body, address, requestId, now } = input
      const device = deviceOf(input)
      const wait = perNetwork.take(device.network, now)
      const fails = (what: 'TooMany' | 'InvitationKey') => failed.record({ user: undefined, device, what, now, requestId })
      if (wait !== undefined) {
        fails('TooMany')
        throw new Faulted(fault('RateLimited', 'Too many registration attempts.', { retryAfterMs: wait }))
      }
      const joined = await registration.join({ form: body, accepted: kindsOf(body), address, requestId, now })
      if (isRefusal(joined)) {
        if (isWrongKey(joined)) fails('InvitationKey')
        return joined
      }
      const { app_type: appType, app_version: appVersion } = body
      const admitted = await admit({ user: joined, by: 'Invitation', withFactor: true, device, appType, appVersion, now, requestId })
      return isRefusal(admitted) ? admitted : signedInAnswer(book.accounts, admitted)
    }),
  ]
}

const isWrongKey = (refusal: Refusal): boolean => [refusal, ...(refusal.also ?? [])].some(({ refused }) => refused === 'InvitationInvalid')

function invitationRoutes({ invitations }: OnboardingServices): readonly Route[] {
  const shown = (answer: Invited | Refusal) => (isRefusal(answer) ? answer : answer.invitation)
  return [
    route(deskCalls.listInvitations, async ({ caller, now }) => ({ results: await invitations.list(caller.desk, now) })),
    route(deskCalls.createInvitation, async (input) => {
      const { email, role, first_name, last_name, country_of_residence } = input.body
      const wanted = { email, role, firstName: first_name, lastName: last_name, country: country_of_residence }
      return shown(await invitations.invite(actorOf(input), wanted))
    }),
    route(deskCalls.resendInvitation, async (input) => shown(await invitations.resend(actorOf(input), input.params.id))),
    route(deskCalls.withdrawInvitation, (input) => invitations.withdraw(actorOf(input), input.params.id)),
  ]
}
