/** A snapshot in stored form. A large market has many megabytes of text, which are written in small steps, with commands in between. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { canonicalPieces } from '../json/canonical-json.ts'
import type { StoredSnapshot } from './journal.ts'

/** The state at `seq`. Later decisions do not change it. */
export type TakenSnapshot = Pick<StoredSnapshot, 'seq' | 'at' | 'hash'> & { readonly saved: unknown }

/** Down to each RFQ of a market. */
const LEVELS = 3

export async function writeSnapshot({ saved, ...taken }: TakenSnapshot, charactersAtOnce: number): Promise<StoredSnapshot> {
  const digest = createHash('sha256')
  const written: string[] = []
  let text = ''
  for (const piece of canonicalPieces(saved, LEVELS)) {
    text += piece
    if (text.length < charactersAtOnce) continue
    digest.update(text)
    written.push(text)
    text = ''
    await nextTurn()
  }
  return { ...taken, state: written.join('') + text, stateHash: digest.update(text).digest('hex') }
}
