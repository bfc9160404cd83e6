import type { Difference, DifferenceCommand } from './difference.ts'

type Row = Readonly<Record<DifferenceCommand['kind'], Difference['state'] | 'AS_IT_WAS' | undefined>>

/** For every state and command, the next state, or undefined if the command is refused. This is the only copy of the table. */
export const transitions: Readonly<Record<Difference['state'], Row>> = {
  OPEN: { Find: 'AS_IT_WAS', Miss: 'GONE', Explain: 'EXPLAINED', Accept: 'ACCEPTED' },
  EXPLAINED: { Find: 'OPEN', Miss: 'AS_IT_WAS', Explain: undefined, Accept: undefined },
  ACCEPTED: { Find: 'OPEN', Miss: 'AS_IT_WAS', Explain: undefined, Accept: undefined },
  GONE: { Find: 'OPEN', Miss: 'AS_IT_WAS', Explain: undefined, Accept: undefined },
}

/** Whether a screen can offer the command at all. `decide` checks the rest. */
export const can = (command: DifferenceCommand['kind'], { state }: Pick<Difference, 'state'>): boolean =>
  transitions[state][command] !== undefined
