import type { Difference, DifferenceKind } from './difference.ts'

/** A state as a person reads it; a new one without words does not compile. */
export function display({ state }: Pick<Difference, 'state'>): 'Open' | 'Explained' | 'Their fee taken' | 'Gone' {
  switch (state) {
    case 'OPEN':
      return 'Open'
    case 'EXPLAINED':
      return 'Explained'
    case 'ACCEPTED':
      return 'Their fee taken'
    case 'GONE':
      return 'Gone'
  }
}

/** The name of a difference in lists and emails. */
export function displayDifferenceKind(kind: DifferenceKind): string {
  switch (kind) {
    case 'MISSING_THERE':
      return 'Missing there'
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
