/** Parts of this dialect's channel names and filters: one value, or a word for all values. */
export const isAny = (word: string | undefined): boolean => word === undefined || word === 'ALL' || word === 'ANY'

/** The one value that is selected; undefined if all are. */
export const meantBy = <Word extends string>(word: Word | undefined): Exclude<Word, 'ALL' | 'ANY'> | undefined =>
  isAny(word) ? undefined : (word as Exclude<Word, 'ALL' | 'ANY'>)
