import { factorCalls } from '@parley/contracts'
import { client } from '../../../live/api.ts'
import { PasswordThenCode } from './PasswordThenCode.tsx'
import type { ViewProps } from './view.ts'

const regenerate = async (code: string): Promise<readonly string[]> => {
  const codes = await client.call(factorCalls.regenerateBackupCodes, { body: { totp_token: code } })
  return codes.map(({ token }) => token)
}

export const GenerateCodes = ({ go }: ViewProps) => (
  <PasswordThenCode
    lead="New backup codes replace your current ones, which stop working."
    purpose="regenerate"
    confirm="Generate new codes"
    kind="primary"
    done="New backup codes have been generated."
    send={regenerate}
    onLeave={(codes) => go('backup-codes', { codes })}
  />
)
