/** The table of sign-ins on the terminal; the user's own desks come first. */
import type { DemoFile } from './demo-file.ts'

/** The operator signs in with a code of an app, or with the one that the command prints. */
export const operatorLine = ({ baseUrl, operator }: DemoFile): string =>
  operator === undefined
    ? ''
    : `Operator console: ${baseUrl}/operator/ as ${operator.name}, password ${operator.password}. For the code, run: npm run operator-code`

export function signIns({ users, desks }: DemoFile): string {
  const nameOf = new Map(desks.map(({ ticker, name }) => [ticker, name]))
  const rows = users.map(({ email, password, desk, role }) => [nameOf.get(desk) ?? desk, role, email, password])
  const table = [['Desk', 'Role', 'Email', 'Password'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  return table.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}
