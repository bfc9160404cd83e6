import type { Difference, DifferenceCommand } from './difference.ts'

type Row = Readonly<Record<DifferenceCommand['kind'], Difference['state'] | 'AS_IT_WAS' | undefined>>

/** Every state, every command: the next state, or undefined where the command is refused. The only copy of this knowledge. */
export const transitions: Readonly<Record<Difference['state'], Row>> = {
  OPEN: { Find: 'AS_IT_WAS', Miss: 'GONE', Explain: 'EXPLAINED', Accept: 'ACCEPTED' },
  EXPLAINED: { Find: 'OPEN', Miss: 'AS_IT_WAS', Explain: undefined, Accept: undefined },
  ACCEPTED: { Find: 'OPEN', Miss: 'AS_IT_WAS', Explain: undefined, Accept: undefined },
  GONE: { Find: 'OPEN', Miss: 'AS_IT_WAS', Explain: undefined, Accept: undefined },
}

/** Whether a screen may offer the command at all; the rest is for `decide`. */
export const can = (command: DifferenceCommand['kind'], { state }: Pick<Difference, 'state'>): boolean =>
  transitions[state][command] !== undefined
