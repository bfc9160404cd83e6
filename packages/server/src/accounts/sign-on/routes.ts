/** The calls with which a browser signs in through its firm's provider. */
import { accountCalls as calls } from '@parley/contracts'
import { isRefusal } from '@parley/core'
import { route, type Route } from '../../calls/route.ts'
import type { Rates } from '../../limits/rate-names.ts'
import type { Book } from '../accounts-snapshot.ts'
import { signedInAnswer } from '../sign-in/admission.ts'
import { createAttemptRate } from '../sign-in/attempt-rate.ts'
import type { DeviceOf } from '../sign-in/device.ts'
import { refuseEmail } from '../sign-in/routes.ts'
import type { SignOn } from './sign-on.ts'

export type SignOnRouteParts = { readonly signOn: SignOn; readonly book: Book; readonly deviceOf: DeviceOf; readonly rates: Rates }

export function signOnRoutes({ signOn, book, deviceOf, rates }: SignOnRouteParts): readonly Route[] {
  const take = createAttemptRate(rates.signInsPerAddress, deviceOf)
  return [
    route(calls.getSignOn, () => Promise.resolve({ is_offered: signOn.isOffered() })),
    route(calls.startSignOn, async (input) => {
      take(input)
      return refuseEmail(input.body.email) ?? signOn.start(input.body.email, input.now)
    }),
    route(calls.finishSignOn, async (input) => {
      take(input)
      const { body, now, requestId } = input
      const { answer, proof, app_type: appType, app_version: appVersion } = body
      const admitted = await signOn.finish({ answer, proof, device: deviceOf(input), appType, appVersion, now, requestId })
      return isRefusal(admitted) ? admitted : signedInAnswer(book.accounts, admitted)
    }),
  ]
}
