import type { ReactNode } from 'react'
import { Dialog } from '../src/components/Dialog.tsx'
import { SessionList } from '../src/features/account/settings/ActiveSessions.tsx'
import { BackupCodes } from '../src/features/account/settings/BackupCodes.tsx'
import { PasskeyList } from '../src/features/account/settings/Passkeys.tsx'
import { sessionRows } from '../src/features/account/settings/session-rows.ts'
import { TwoFactorSetUp } from '../src/features/account/settings/TwoFactorSetUp.tsx'

const none = () => undefined
const at = Date.UTC(2026, 10, 3, 12)
const session = { app_type: 'Parley', app_version: '0.133.6', os_type: 'Windows', os_version: '11', region: 'Zurich, CH' }
const sessions = [
  { ...session, id: 's1', device: 'Chrome', ip_address: '203.0.113.7', last_login: at },
  { ...session, id: 's2', device: 'Safari', os_type: 'iOS', os_version: '20', ip_address: '2001:db8::5', last_login: at - 86_400_000 },
  { ...session, id: 's3', device: null, os_type: null, os_version: null, ip_address: null, last_login: null },
]
const passkey = { created_at: at, last_used_at: null, is_synced: false }
const codes = ['8b0r3-5ndzb', '46eym-d3sp1', 'sbzxm-ex2kn', 'v5f4d-pf0dw', '831b0-hpx9a', 'qw4ed-8xy8f']

/** States of the settings that are hard to reach with a server: `?screen=settings-sessions`. */
export const settingsStories: Readonly<Record<string, { readonly title: string; readonly view: ReactNode }>> = {
  'settings-sessions': {
    title: 'Active Sessions',
    view: <SessionList rows={sessionRows(sessions, 's1')} onEnded={none} close={none} />,
  },
  'settings-no-sessions': { title: 'Active Sessions', view: <SessionList rows={[]} onEnded={none} close={none} /> },
  'settings-passkeys': {
    title: 'Passkeys',
    view: (
      <PasskeyList
        first={[
          { ...passkey, id: 'p1', name: 'Desk laptop' },
          { ...passkey, id: 'p2', name: 'A telephone with a rather long name of its own', is_synced: true, last_used_at: at },
        ]}
      />
    ),
  },
  'settings-codes': { title: 'Backup Codes', view: <BackupCodes go={none} close={none} carried={{ codes }} /> },
  'settings-no-codes': { title: 'Backup Codes', view: <BackupCodes go={none} close={none} carried={{}} /> },
  'settings-set-up': {
    title: 'Two-Factor Authentication',
    view: <TwoFactorSetUp configUrl="otpauth://totp/Parley:desk%40orrery.example?secret=JBSWY3DPEHPK3PXP&issuer=Parley" onEnabled={none} />,
  },
}

export const SettingsStory = ({ screen }: { readonly screen: string }) => {
  const story = settingsStories[screen]
  return story === undefined ? null : (
    <Dialog open onClose={none} title={story.title} place="top" onBack={none}>
      {story.view}
    </Dialog>
  )
}
