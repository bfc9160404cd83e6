import { factorCalls } from '@parley/contracts'
import { client } from '../../../live/api.ts'
import { refreshUser, useUser } from '../../../live/session.ts'
import { PasswordThenCode } from './PasswordThenCode.tsx'
import type { ViewProps } from './view.ts'

const disable = async (code: string): Promise<void> => {
  await client.call(factorCalls.disableTotp, { body: { totp_token: code } })
  await refreshUser()
}

export function Deactivate({ go }: ViewProps) {
  const { has_passkey: hasPasskey } = useUser()
  const after = hasPasskey ? 'you sign in with your password and your passkey' : 'you sign in with your password alone'
  return (
    <PasswordThenCode
      lead={`Without two-factor authentication, ${after}. Your backup codes stop working and your other sessions end.`}
      purpose="disable"
      confirm="Deactivate"
      kind="danger"
      done="Two-factor authentication is no longer active."
      send={disable}
      onLeave={() => go('security')}
    />
  )
}
