/** A hash that costs a test nearly nothing; its form and all that is done with it are those of a costly one (decision 0051). */
import type { PasswordWork } from '../src/accounts/sign-in/passwords.ts'

export const lightWork: PasswordWork = { memoryKib: 64, passes: 1 }
