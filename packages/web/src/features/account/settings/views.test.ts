import { describe, expect, it } from 'vitest'
import type { ViewName } from './view.ts'
import { views } from './views.tsx'

// Specification 000, section 2, Settings modal: the title of each view, and where its back arrow leads.
const table: [view: ViewName, title: string, back: ViewName | undefined][] = [
  ['main', 'Settings', undefined],
  ['notifications', 'Notifications', 'main'],
  ['default-accounts', 'Default Accounts', 'main'],
  ['security', 'Security', 'main'],
  ['change-password', 'Change Password', 'security'],
  ['two-factor', 'Two-Factor Authentication', 'security'],
  ['active-sessions', 'Active Sessions', 'security'],
  ['backup-codes', 'Backup Codes', 'two-factor'],
  ['deactivate', 'Deactivate', 'two-factor'],
  ['generate-codes', 'Backup Codes', 'two-factor'],
  ['passkeys', 'Passkeys', 'security'],
]

describe('a view of the settings', () => {
  // Proves A 2.68 to 2.79.
  it.each(table)('%s is titled %s, and its back arrow leads to %s', (view, title, back) => {
    expect(views[view]).toMatchObject({ title, back })
  })

  // Proves A 2.68 to 2.73, A 2.75, A 2.76.
  it('is in the table above', () => expect(Object.keys(views).sort()).toEqual(table.map(([view]) => view).sort()))
})
