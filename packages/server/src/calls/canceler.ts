import type { Canceler } from '@parley/core'
import type { Caller } from './route.ts'

/** The name beside what the caller cancels (rulebook 8.14), and the entry of the audit log where it is not theirs alone (8.15). */
export const cancelerOf = ({ desk, user, name, from }: Caller): { readonly canceler?: Canceler } =>
  name === undefined ? {} : { canceler: { desk, user, name, asked: { id: crypto.randomUUID(), actor: user, object: desk, ...from } } }
