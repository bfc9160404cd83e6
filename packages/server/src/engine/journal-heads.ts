/**
 * Writes the newest hash of each journal to the ordinary log, signed: when it begins, once a day, and when it stops. The log is kept elsewhere, so that
 * rows cut off the end, or a journal written anew, are missed; the signature says that the line is of this installation.
 */
import type { Log } from '../log/log.ts'
import type { Vault } from '../vault/vault.ts'
import type { Shard } from './engine.ts'
import { beginning } from './hash-chain.ts'
import type { Journal } from './journal.ts'

const EVERY_MS = 24 * 3_600_000

export type JournalHead = { readonly shard: string; readonly seq: number; readonly hash: string }
export type JournalHeads = { close(): Promise<void> }

type Options = {
  readonly journal: Pick<Journal<never>, 'last'>
  readonly shards: readonly Shard[]
  readonly vault: Pick<Vault, 'sign'>
  readonly log: Log
}

/** The text a head is signed as, and the one that the operator's command takes. */
export const textOfHead = ({ shard, seq, hash }: JournalHead): string => `${shard} ${seq} ${hash}`

export async function logJournalHeads({ journal, shards, vault, log }: Options): Promise<JournalHeads> {
  const write = async (): Promise<void> => {
    for (const shard of shards) {
      const { seq, hash } = await journal.last(shard)
      if (hash === beginning) continue
      const head = textOfHead({ shard: shard.name, seq, hash })
      log.info({ head: `${head} ${vault.sign(head)}` }, 'The head of a journal')
    }
  }
  await write()
  const missed = (error: unknown) => log.error({ error }, 'The heads of the journals could not be read')
  const daily = setInterval(() => void write().catch(missed), EVERY_MS).unref()
  return {
    async close() {
      clearInterval(daily)
      // A stop does not fail because the database is gone.
      await write().catch(missed)
    },
  }
}
