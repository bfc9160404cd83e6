import { factorCalls } from '@parley/contracts'
import { KeySquare, RefreshCw, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Refused } from '../../../components/Refused.tsx'
import { client } from '../../../live/api.ts'
import { errorMessage } from '../../../live/loadable.ts'
import { useUser } from '../../../live/session.ts'
import { withFreshProof } from '../../../live/step-up.ts'
import { Line } from './Line.tsx'
import styles from './Settings.module.css'
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx'
import type { ViewProps } from './view.ts'

/** The state of two-factor authentication, and the possible actions. */
export function TwoFactor({ go }: ViewProps) {
  const user = useUser()
  const [configUrl, setConfigUrl] = useState<string>()
  const { isBusy, refused, show } = useBackupCodes(go)
  // It was turned on in this view. The codes are loading and are shown next.
  if (!user.has_totp_enabled || configUrl !== undefined)
    return configUrl === undefined ? (
      <Off onConfig={setConfigUrl} />
    ) : (
      <TwoFactorSetUp
        configUrl={configUrl}
        onEnabled={() => {
          setConfigUrl(undefined)
          void show()
        }}
      />
    )
  return (
    <div className={styles['lines']}>
      <Status isOn />
      <button type="button" className={styles['line']} data-leads-to="backup-codes" aria-busy={isBusy} onClick={() => void show()}>
        <KeySquare size={16} aria-hidden="true" />
        <span className={styles['words']}>Backup Codes</span>
        <span className={styles['aside']}>Shown in full once</span>
      </button>
      <Line icon={<RefreshCw size={16} />} to="generate-codes" go={go}>
        Generate new backup codes
      </Line>
      <Line icon={<ShieldOff size={16} />} to="deactivate" go={go}>
        Deactivate
      </Line>
      <div className={styles['inset']}>
        <Refused words={refused} />
      </div>
    </div>
  )
}

/** The codes are loaded before their view opens, so that an error is shown in the current view. */
function useBackupCodes(go: ViewProps['go']) {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const show = async () => {
    if (isBusy) return
    setIsBusy(true)
    setRefused(undefined)
    try {
      const codes = await client.call(factorCalls.listBackupCodes, {})
      const isMasked = codes.every(({ token }) => token.startsWith('•'))
      go('backup-codes', isMasked ? { masked: codes.map(({ is_used }) => is_used === true) } : { codes: codes.map(({ token }) => token) })
    } catch (error) {
      setRefused(errorMessage(error))
      setIsBusy(false)
    }
  }
  return { isBusy, refused, show }
}

function Off({ onConfig }: { readonly onConfig: (url: string) => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const begin = async () => {
    setIsBusy(true)
    try {
      const { config_url } = await withFreshProof(() => client.call(factorCalls.getTotpQr, {}))
      onConfig(config_url)
    } catch (error) {
      console.warn('The QR code for the authentication app could not be loaded.', error)
      setIsBusy(false)
    }
  }
  return (
    <div className={styles['lines']}>
      <Status isOn={false} />
      <div className={styles['inset']}>
        <Button kind="primary" size="large" data-first="" isBusy={isBusy} onClick={() => void begin()}>
          Set up
        </Button>
      </div>
    </div>
  )
}

const Status = ({ isOn }: { readonly isOn: boolean }) => (
  <div className={styles['status']}>
    {isOn ? (
      <ShieldCheck size={20} className={styles['on']} aria-hidden="true" />
    ) : (
      <ShieldOff size={20} className={styles['off']} aria-hidden="true" />
    )}
    <div>
      <p className={styles['rowtitle']}>{isOn ? 'Two-factor authentication is active' : 'Two-factor authentication is not active'}</p>
      <p className={styles['rowtext']}>
        {isOn
          ? 'You sign in with your password and a code from your authentication app.'
          : 'You will need a code from your authentication app as well as your password.'}
      </p>
    </div>
  </div>
)
