/**
 * Numbers of quotes, trades and markets that reveal no counts: the shard's count, permuted with a key of the installation (rulebook 10.11, decision
 * 0711). A permutation never gives a number twice, however many there are, and does not need to check earlier numbers.
 */
import { createCipheriv, type Cipheriv } from 'node:crypto'
import { SHARDS_MOST, type NumberIn } from '@parley/core'
import type { Sql } from '../database/sql.ts'

/** Two halves of twenty bits: a trillion numbers for each shard, and no number of more than fifteen digits. */
const HALF = 2 ** 20
/** Older numbers are below it, because they were the count itself. */
const FIRST = HALF * HALF
/** The rounds of a Feistel network. Four are enough against attackers who choose what is numbered, and two more cost little. */
const ROUNDS = 6
const BLOCK = 16
/** Numbers of neighbouring counts are computed together, because calling the cipher costs more than its work. */
const RUN = 256
type Run = { readonly from: number; readonly numbers: readonly number[] }

/** The key survives every rotation of the secret key, because a second permutation would repeat numbers of the first. */
export async function readNumberKey(sql: Sql): Promise<Uint8Array> {
  const [row] = await sql<{ key: string }[]>`select replace(key::text, '-', '') as key from number_key`
  return Buffer.from(row!.key, 'hex')
}

export function permutedNumbers(key: Uint8Array): NumberIn {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const runs = new Map<number, Run>()
  return (shard, counted) => {
    const from = counted - (counted % RUN)
    const known = runs.get(shard)
    if (known?.from === from) return known.numbers[counted - from]!
    const run = { from, numbers: runOf(cipher, shard, from) }
    runs.set(shard, run)
    return run.numbers[counted - from]!
  }
}

function runOf(cipher: Cipheriv, shard: number, from: number): readonly number[] {
  if (from >= FIRST) throw new Error(`shard ${shard} has used all its numbers`)
  let lefts = Array.from({ length: RUN }, () => Math.floor(from / HALF))
  let rights = Array.from({ length: RUN }, (_, place) => (from % HALF) + place)
  for (let round = 0; round < ROUNDS; round++) {
    const blocks = Buffer.alloc(RUN * BLOCK)
    for (const [place, half] of rights.entries()) {
      blocks.writeUInt32BE(shard, place * BLOCK)
      blocks.writeUInt32BE(round, place * BLOCK + 4)
      blocks.writeUInt32BE(half, place * BLOCK + 8)
    }
    const mixed = cipher.update(blocks)
    const next = lefts.map((left, place) => left ^ (mixed.readUInt32BE(place * BLOCK) % HALF))
    ;[lefts, rights] = [rights, next]
  }
  return lefts.map((left, place) => (FIRST + left * HALF + rights[place]!) * SHARDS_MOST + shard)
}
