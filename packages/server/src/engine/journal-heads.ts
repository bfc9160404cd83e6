/**
 * Writes the newest hash of each journal to the ordinary log, signed: at the start, once a day, and at the stop. That log is kept elsewhere, so it
 * shows if rows were cut off the end or a journal was rewritten. The signature proves that the line comes from this installation.
 */
import { type DailyLine, writeDaily } from '../log/daily-line.ts'
import type { Log } from '../log/log.ts'
import type { Vault } from '../vault/vault.ts'
import type { Shard } from './engine.ts'
import { beginning } from './hash-chain.ts'
import type { Journal } from './journal.ts'

export type JournalHead = { readonly shard: string; readonly seq: number; readonly hash: string }

type Options = {
  readonly journal: Pick<Journal<never>, 'last'>
  readonly shards: readonly Shard[]
  readonly vault: Pick<Vault, 'sign'>
  readonly log: Log
}

/** The signed form of a head, which is also the form that the operator's command takes. */
export const textOfHead = ({ shard, seq, hash }: JournalHead): string => `${shard} ${seq} ${hash}`

export function logJournalHeads({ journal, shards, vault, log }: Options): Promise<DailyLine> {
  const write = async (): Promise<void> => {
    for (const shard of shards) {
      const { seq, hash } = await journal.last(shard)
      if (hash === beginning) continue
      const head = textOfHead({ shard: shard.name, seq, hash })
      log.info({ head: `${head} ${vault.sign(head)}` }, 'The head of a journal')
    }
  }
  return writeDaily(log, write, 'Could not read the heads of the journals')
}
