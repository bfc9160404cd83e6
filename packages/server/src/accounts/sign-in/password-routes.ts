/** The calls about passwords. */
import { accountCalls as calls } from '@parley/contracts'
import { route, type Route } from '../../calls/route.ts'
import { changePassword } from './password-change.ts'
import type { PasswordReset, ResetParts } from './password-reset.ts'
import type { DeviceOf } from './device.ts'
import { proveAgain } from './prove-again.ts'
import { refuseEmail, refusedOr } from './routes.ts'

export type PasswordRouteParts = { readonly parts: ResetParts; readonly reset: PasswordReset; readonly deviceOf: DeviceOf }

export function passwordRoutes({ parts, reset, deviceOf }: PasswordRouteParts): readonly Route[] {
  return [
    route(calls.checkPassword, async ({ body, ...input }) => {
      return refusedOr(await proveAgain(parts, { ...input, device: deviceOf(input) }, body))
    }),
    route(calls.changePassword, async ({ body, ...input }) => {
      return refusedOr(await changePassword(parts, { ...input, device: deviceOf(input) }, body))
    }),
    route(calls.requestPasswordReset, ({ body, ...input }) => {
      const malformed = refuseEmail(body.email)
      return Promise.resolve(malformed ?? refusedOr(reset.request(body.email, { ...input, device: deviceOf(input) })))
    }),
    route(calls.resetPassword, async ({ body, ...input }) => {
      return refusedOr(await reset.reset(body, { ...input, device: deviceOf(input) }))
    }),
  ]
}
