import type { Difference, DifferenceKind } from './difference.ts'

/** The label of a state. A new state without a label does not compile. */
export function display({ state }: Pick<Difference, 'state'>): 'Open' | 'Explained' | 'Venue fee accepted' | 'Gone' {
  switch (state) {
    case 'OPEN':
      return 'Open'
    case 'EXPLAINED':
      return 'Explained'
    case 'ACCEPTED':
      return 'Venue fee accepted'
    case 'GONE':
      return 'Gone'
  }
}

/** The name of a difference in lists and emails. */
export function displayDifferenceKind(kind: DifferenceKind): string {
  switch (kind) {
    case 'MISSING_THERE':
      return 'Missing at venue'
    case 'MISSING_HERE':
      return 'Missing here'
    case 'LEGS':
      return 'Legs differ'
    case 'SIDE':
      return 'Side differs'
    case 'SIZE':
      return 'Size differs'
    case 'PRICE':
      return 'Price differs'
    case 'FEE':
      return 'Fee differs'
    case 'TIME':
      return 'Time differs'
  }
}
