/** The parts of this dialect's channel names and filters: one value, or a word for all of them. */
export const isAny = (word: string | undefined): boolean => word === undefined || word === 'ALL' || word === 'ANY'

/** The one value that is meant; undefined where all are. */
export const meantBy = <Word extends string>(word: Word | undefined): Exclude<Word, 'ALL' | 'ANY'> | undefined =>
  isAny(word) ? undefined : (word as Exclude<Word, 'ALL' | 'ANY'>)
