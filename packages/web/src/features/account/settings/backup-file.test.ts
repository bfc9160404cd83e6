import { expect, it } from 'vitest'
import { backupFile } from './backup-file.ts'

it('the file of backup codes contains the user, the date and one code per line', () => {
  expect(backupFile('desk@orrery.example', ['abcd-efgh', 'ijkl-mnop'], new Date(2026, 10, 21, 12).getTime())).toBe(
    'Parley backup codes of desk@orrery.example, 21 Nov 26\nEach code works once. Newer codes replace these.\n\nabcd-efgh\nijkl-mnop\n',
  )
})
