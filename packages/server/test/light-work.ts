/** A hash that costs a test almost nothing, with the same format and processing as a costly one (decision 0051). */
import type { PasswordWork } from '../src/accounts/sign-in/passwords.ts'

export const lightWork: PasswordWork = { memoryKib: 64, passes: 1 }
