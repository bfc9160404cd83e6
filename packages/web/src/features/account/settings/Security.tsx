import { Fingerprint, KeyRound, MonitorSmartphone, ShieldCheck } from 'lucide-react'
import { useUser } from '../../../live/session.ts'
import { Line } from './Line.tsx'
import styles from './Settings.module.css'
import type { ViewProps } from './view.ts'

export function Security({ go }: ViewProps) {
  const user = useUser()
  return (
    <div className={styles['lines']}>
      <Line icon={<MonitorSmartphone size={16} />} to="active-sessions" go={go}>
        Active Sessions
      </Line>
      <Line icon={<KeyRound size={16} />} to="change-password" go={go}>
        Change Password
      </Line>
      <Line icon={<ShieldCheck size={16} />} to="two-factor" go={go} aside={user.has_totp_enabled ? 'On' : 'Off'}>
        Two-Factor Authentication
      </Line>
      <Line icon={<Fingerprint size={16} />} to="passkeys" go={go} aside={user.has_passkey ? 'On' : 'None'}>
        Passkeys
      </Line>
    </div>
  )
}
