/** The markets of ours that the venue has locked. It says how it stands when it is asked, and each change by a channel; locked indices of other coins are no pause of ours. */
import { asList, asObject } from '../adapter/wire-object.ts'
import { CURRENCIES } from './product-codes.ts'

type Lock = 'MAINTENANCE' | undefined

export interface Locks {
  /** public/status: all of it, some of it by name, or nothing. */
  status(result: unknown): Lock
  /** platform_state: the platform's maintenance, or one index. Other words change nothing. */
  changed(data: unknown): Lock
}

export function createLocks(): Locks {
  const locked = new Set<string>()
  let isDown = false
  const now = (): Lock => (isDown || OURS.some((index) => locked.has(index)) ? 'MAINTENANCE' : undefined)
  return {
    status: (result) => {
      const status = asObject(result)
      isDown = String(status?.['locked']) === 'true'
      locked.clear()
      for (const name of [...asList(status?.['locked_indices']), ...asList(status?.['locked_currencies'])])
        locked.add(indexOf(String(name)))
      return now()
    },
    changed: (data) => {
      const state = asObject(data)
      const [index, isLocked, maintenance] = [state?.['price_index'], state?.['locked'], state?.['maintenance']]
      if (typeof maintenance === 'boolean') isDown = maintenance
      if (maintenance === false) locked.clear()
      if (typeof index === 'string' && isLocked === true) locked.add(index)
      if (typeof index === 'string' && isLocked === false) {
        // A venue that unlocks one index is not down as a whole.
        isDown = false
        locked.delete(index)
      }
      return now()
    },
  }
}

const indexName = (currency: string): string => `${currency.toLowerCase()}_usd`
const OURS = CURRENCIES.map(indexName)

/** Older answers name the currency, newer ones its index. */
const indexOf = (name: string): string => (name.includes('_') ? name : indexName(name))
