/** The calls about passwords. */
import { accountCalls as calls } from '@parley/contracts'
import { route, type Route } from '../../http/route.ts'
import { changePassword } from './password-change.ts'
import type { PasswordReset, ResetParts } from './password-reset.ts'
import type { PlaceOf } from './place.ts'
import { proveAgain } from './prove-again.ts'
import { refusedOr } from './routes.ts'

export type PasswordRouteParts = { readonly parts: ResetParts; readonly reset: PasswordReset; readonly placeOf: PlaceOf }

export function passwordRoutes({ parts, reset, placeOf }: PasswordRouteParts): readonly Route[] {
  return [
    route(calls.checkPassword, async ({ body, ...input }) => {
      return refusedOr(await proveAgain(parts, { ...input, place: placeOf(input) }, body))
    }),
    route(calls.changePassword, async ({ body, ...input }) => {
      return refusedOr(await changePassword(parts, { ...input, place: placeOf(input) }, body))
    }),
    route(calls.requestPasswordReset, ({ body, ...input }) => {
      return Promise.resolve(refusedOr(reset.request(body.email, { ...input, place: placeOf(input) })))
    }),
    route(calls.resetPassword, async ({ body, ...input }) => {
      return refusedOr(await reset.reset(body, { ...input, place: placeOf(input) }))
    }),
  ]
}
