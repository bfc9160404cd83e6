import { factorCalls } from '@parley/contracts'
import { client } from '../../../live/api.ts'
import { refreshUser } from '../../../live/session.ts'
import { PasswordThenCode } from './PasswordThenCode.tsx'
import type { ViewProps } from './views.tsx'

const disable = async (code: string): Promise<void> => {
  await client.call(factorCalls.disableTotp, { body: { totp_token: code } })
  await refreshUser()
}

export const Deactivate = ({ go }: ViewProps) => (
  <PasswordThenCode
    lead="Without two-factor authentication your password alone signs you in. Your backup codes become void, and your other sessions end."
    purpose="disable"
    confirm="Deactivate"
    kind="danger"
    done="Two-factor authentication is no longer active."
    send={disable}
    onLeave={() => go('security')}
  />
)
