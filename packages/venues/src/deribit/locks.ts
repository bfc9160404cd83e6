/**
 * The markets that the venue has locked. The venue reports its state on request, and changes on a channel. Locked indices of coins that Parley does
 * not trade are ignored.
 */
import { asList, asObject } from '../adapter/wire-object.ts'
import { CURRENCIES } from './product-codes.ts'

type Lock = 'MAINTENANCE' | undefined

export interface Locks {
  /** public/status: everything is locked, some indices by name, or nothing. */
  status(result: unknown): Lock
  /** platform_state: maintenance of the platform, or a lock of one index. Other messages change nothing. */
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
        // Unlocking one index does not unlock the whole platform.
        isDown = false
        locked.delete(index)
      }
      return now()
    },
  }
}

const indexName = (currency: string): string => `${currency.toLowerCase()}_usd`
const OURS = CURRENCIES.map(indexName)

/** Older responses name the currency, newer ones its index. */
const indexOf = (name: string): string => (name.includes('_') ? name : indexName(name))
