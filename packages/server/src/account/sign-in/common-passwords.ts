/** The shipped list: some 49,000 passwords that are tried first, in lower case. Where it comes from is in decision 0102. */
import { dictionary } from '@zxcvbn-ts/language-common'
import type { CommonPasswords } from '@parley/core'

export const commonPasswords: CommonPasswords & { readonly size: number } = new Set(dictionary['passwords-common'])
