/** The reports of a watched chain, in order. */
import { vi } from 'vitest'
import type { Mined, Swap } from '../../src/port.ts'
import type { ChainHarness, ChainWork } from './harness.ts'

export const PATIENCE = { timeout: 30_000 }

type Watched = Pick<ChainHarness & ChainWork, 'chain' | 'value'>
type Seen =
  | readonly ['SWAP', Swap, Mined]
  | readonly ['SETTLED', bigint, Mined]
  | readonly ['REORGANISED', bigint]
  | readonly ['BLOCK', bigint]

/** From the given block on, or from the next one. */
export async function watch({ chain, value }: Watched, from?: bigint): Promise<{ readonly seen: Seen[]; readonly stop: () => void }> {
  const seen: Seen[] = []
  const stop = chain.watch(from ?? (await value(chain.newestBlock())) + 1n, {
    onSwap: (swap, mined) => seen.push(['SWAP', swap, mined]),
    onSettled: (swapId, mined) => seen.push(['SETTLED', swapId, mined]),
    onReorganised: (block) => seen.push(['REORGANISED', block]),
    onBlock: (block) => seen.push(['BLOCK', block]),
  })
  return { seen, stop }
}
export const kinds = (seen: readonly Seen[]): string[] => seen.map(([kind]) => kind).filter((kind) => kind !== 'BLOCK')
export const untilRead = (seen: readonly Seen[], block: bigint) =>
  vi.waitUntil(() => seen.some(([kind, at]) => kind === 'BLOCK' && at === block), PATIENCE)
