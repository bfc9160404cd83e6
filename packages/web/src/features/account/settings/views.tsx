/** All views of the settings dialog: the title, the target of the back arrow, and the content. */
import type { ComponentType } from 'react'
import { ActiveSessions } from './ActiveSessions.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Deactivate } from './Deactivate.tsx'
import { DefaultAccounts } from './DefaultAccounts.tsx'
import { GenerateCodes } from './GenerateCodes.tsx'
import { MainView } from './MainView.tsx'
import { Notifications } from './Notifications.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Security } from './Security.tsx'
import { TwoFactor } from './TwoFactor.tsx'
import type { ViewName, ViewProps } from './view.ts'

type View = { readonly title: string; readonly back: ViewName | undefined; readonly component: ComponentType<ViewProps> }

export const views: Readonly<Record<ViewName, View>> = {
  main: { title: 'Settings', back: undefined, component: MainView },
  notifications: { title: 'Notifications', back: 'main', component: Notifications },
  'default-accounts': { title: 'Default Accounts', back: 'main', component: DefaultAccounts },
  security: { title: 'Security', back: 'main', component: Security },
  'change-password': { title: 'Change Password', back: 'security', component: ChangePassword },
  'active-sessions': { title: 'Active Sessions', back: 'security', component: ActiveSessions },
  'two-factor': { title: 'Two-Factor Authentication', back: 'security', component: TwoFactor },
  passkeys: { title: 'Passkeys', back: 'security', component: Passkeys },
  'backup-codes': { title: 'Backup Codes', back: 'two-factor', component: BackupCodes },
  deactivate: { title: 'Deactivate', back: 'two-factor', component: Deactivate },
  'generate-codes': { title: 'Backup Codes', back: 'two-factor', component: GenerateCodes },
}
