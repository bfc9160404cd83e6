/**
 * Writes the newest hash of each journal to the ordinary log, signed: when it begins, once a day, and when it stops. The log is kept elsewhere, so that
 * rows cut off the end, or a journal written anew, are missed; the signature says that the line is of this installation.
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

/** The text a head is signed as, and the one that the operator's command takes. */
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
