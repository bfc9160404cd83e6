/** A shard that this process decides from when it has taken the lease until it gives it up or loses it. */
import type { RunningEngine } from '../engine/create-engine.ts'
import type { Owned } from './divide-work.ts'

type Opened = { readonly engine: Pick<RunningEngine<never, never, never, never>, 'checkLeases'>; close(): Promise<void> }
type Served = { close(): Promise<void> }

type Owning<One extends Opened> = {
  /** Takes the lease. `onFenced` is called when another process has taken it since. */
  readonly open: (onFenced: () => void) => Promise<One>
  /** Resolves when commands of other processes arrive. */
  readonly serve: (one: One) => Promise<Served>
}

/** A takeover is noticed, also while nothing is written. */
const LEASE_LOOK_MS = 1_000

/** An engine that cannot be served is closed. In the end, commands are answered before the engine closes. */
export async function ownShard<One extends Opened>({ open, serve }: Owning<One>): Promise<Owned> {
  let isLost = false
  const one = await open(() => (isLost = true))
  const served = await serve(one).catch(async (error: unknown) => {
    await one.close()
    throw error
  })
  const checking = setInterval(() => void one.engine.checkLeases().catch(() => undefined), LEASE_LOOK_MS)
  return {
    isLost: () => isLost,
    async close() {
      clearInterval(checking)
      await served.close()
      await one.close()
    },
  }
}
