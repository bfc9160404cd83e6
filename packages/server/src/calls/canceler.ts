import type { Canceler } from '@parley/core'
import type { Caller } from './route.ts'

/** The name shown with what the caller cancels (rulebook 8.14), and the audit log entry if it is not the caller's own (8.15). */
export const cancelerOf = ({ desk, user, name, from }: Caller): { readonly canceler?: Canceler } =>
  name === undefined ? {} : { canceler: { desk, user, name, asked: { id: crypto.randomUUID(), actor: user, object: desk, ...from } } }
