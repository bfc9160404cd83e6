/** The shipped list: some 49,000 passwords that attackers try first, in lower case. Decision 0051 names its source. */
import { dictionary } from '@zxcvbn-ts/language-common'
import type { CommonPasswords } from '@parley/core'

export const commonPasswords: CommonPasswords & { readonly size: number } = new Set(dictionary['passwords-common'])
