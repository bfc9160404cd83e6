/** Entries of the audit log as the console shows them. Pure. */
import type { AuditLineView } from '@parley/client'

/** A person at the console by name, the command line, or the desk of a user or key. */
export function whoOf({ actor, desk }: Pick<AuditLineView, 'actor' | 'desk'>): string {
  if (actor === 'operator') return 'operator'
  if (actor.startsWith('operator ')) return actor.slice('operator '.length)
  return desk ?? actor
}

/** `SetPlatformState` as `set platform state UNAVAILABLE: new release`. */
export function sentenceOfEntry({ action, object, detail }: Pick<AuditLineView, 'action' | 'object' | 'detail'>): string {
  const verb = action.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  const why = detail['why']
  return `${verb} ${object}${why === undefined ? '' : `: ${String(why)}`}`
}
