import { type DeskRole, deskRoles, displayRole } from '@parley/core'
import type { OptionLine } from './Options.tsx'
import { roleMeaning } from './role-words.ts'

export const roleOptions: readonly OptionLine<DeskRole>[] = deskRoles.map((role) => ({
  value: role,
  name: displayRole(role),
  meaning: roleMeaning(role),
}))
