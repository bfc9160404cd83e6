import type { Canceler } from '@parley/core'
import type { Caller } from './route.ts'

/** The name beside what the caller cancels (rulebook 8.14). */
export const cancelerOf = ({ desk, user, name }: Caller): { readonly canceler?: Canceler } =>
  name === undefined ? {} : { canceler: { desk, user, name } }
