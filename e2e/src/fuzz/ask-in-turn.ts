import type { GroupFloor } from '../protocol/group-floor.ts'

const TURN_MS = 3_000

/** Rounds are quicker than a desk may ask: the next request waits its turn (429). */
export async function askInTurn(ask: () => ReturnType<GroupFloor['ask']>): ReturnType<GroupFloor['ask']> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error as Error).message.includes(' answered 429 ')) throw error
      await new Promise((resolve) => setTimeout(resolve, TURN_MS))
    }
  }
}
